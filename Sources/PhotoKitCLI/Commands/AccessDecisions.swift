import ArgumentParser
import OpenPhotoKit

/// The arguments that name an application and the level of access.
struct ApplicationArguments: ParsableArguments {
    @Flag(help: "Decide only about adding photos.")
    var addOnly = false

    @Argument(help: "The name of the application.")
    var application: String

    func validate() throws {
        try TitleText.checkText(application, subject: "The name of an application")
    }

    var level: PHAccessLevel { addOnly ? .addOnly : .readWrite }
}

/// A command that decides about one application.
protocol AccessDecisionCommand: EditingCommand {
    var target: ApplicationArguments { get }
    static var status: PHAuthorizationStatus { get }
}

extension AccessDecisionCommand {
    func run(in library: PHPhotoLibrary) async throws {
        try library.access.set(Self.status, for: target.level, of: target.application)
        let what = target.addOnly ? "adding photos" : "using the photos"
        reportChange("\(target.application): \(what) is \(Self.status.word).", of: [], in: library)
    }
}

/// The command `photokit access allow`.
struct AccessAllow: AccessDecisionCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allows an application to use all photos or, with --add-only, to add photos.",
        discussion: "EXAMPLE:\n  photokit access allow frame"
    )
    static let status = PHAuthorizationStatus.authorized

    @OptionGroup var edit: EditOptions
    @OptionGroup var target: ApplicationArguments
}

/// The command `photokit access deny`.
struct AccessDeny: AccessDecisionCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Denies an application the use of the photos or, with --add-only, adding photos.",
        discussion: "EXAMPLE:\n  photokit access deny frame"
    )
    static let status = PHAuthorizationStatus.denied

    @OptionGroup var edit: EditOptions
    @OptionGroup var target: ApplicationArguments
}

/// The command `photokit access restrict`.
struct AccessRestrict: AccessDecisionCommand {
    static let configuration = CommandConfiguration(
        commandName: "restrict",
        abstract: "Denies access, and reports to the application that nobody can allow it.",
        discussion: "EXAMPLE:\n  photokit access restrict frame"
    )
    static let status = PHAuthorizationStatus.restricted

    @OptionGroup var edit: EditOptions
    @OptionGroup var target: ApplicationArguments
}

/// The command `photokit access limit`.
struct AccessLimit: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit",
        abstract: "Allows an application to see only the photos that you select, and no albums.",
        discussion: """
            Photos that the application adds become part of its selection. If the application is already limited, \
            the command changes nothing.

            EXAMPLE:
              photokit access limit frame
            """
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The name of the application.") var application: String

    func run(in library: PHPhotoLibrary) async throws {
        try library.access.set(.limited, of: application)
        let count = try library.access.selection(of: application).count
        reportChange(
            "\(application) sees \(Wording.count(count, of: "photo")).",
            of: [],
            in: library
        )
    }
}

/// The command `photokit access forget`.
struct AccessForget: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Removes the decision about an application, so that the policy applies again.",
        discussion: "EXAMPLE:\n  photokit access forget frame"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The name of the application.") var application: String

    func run(in library: PHPhotoLibrary) async throws {
        guard try library.access.decisions().contains(where: { $0.application == application })
        else {
            throw CommandFailure(
                .usage,
                "There is no decision about \"\(application)\". \"photokit access\" lists all decisions."
            )
        }
        try library.access.forget(application)
        let policy = try library.access.policy(for: .readWrite)
        reportChange(
            "\(application): the decision was removed. The policy applies again: \(policy.word).",
            of: [],
            in: library
        )
    }
}

/// The command `photokit access policy`.
struct AccessPolicy: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Shows or sets the access of all applications without a decision.",
        discussion: "EXAMPLES:\n  photokit access policy\n  photokit access policy ask"
    )

    enum Policy: String, ExpressibleByArgument, CaseIterable {
        case allow
        case ask
        case deny
        case restrict

        var status: PHAuthorizationStatus {
            switch self {
            case .allow: .authorized
            case .ask: .notDetermined
            case .deny: .denied
            case .restrict: .restricted
            }
        }
    }

    @OptionGroup var edit: EditOptions
    @Flag(help: "Show or set only the policy for adding photos.") var addOnly = false
    @Argument(help: "The new policy. Without it, the current policy is shown.") var policy: Policy?

    var accessMode: PHPhotoLibrary.AccessMode { policy == nil ? .readOnly : .readWrite }

    func run(in library: PHPhotoLibrary) async throws {
        let level: PHAccessLevel = addOnly ? .addOnly : .readWrite
        if let policy { try library.access.setPolicy(policy.status, for: level) }
        let status = try library.access.policy(for: level)
        guard !edit.output.json else {
            return Output.shared.writeLine(.object([("policy", JSON(status.word))]))
        }
        Output.shared.writeLine("All others:  \(status.word)")
    }
}
