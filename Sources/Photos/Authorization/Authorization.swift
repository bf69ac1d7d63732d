package import CPhotosTypes
import Dispatch
import Foundation
import Logging
package import PhotosStore
import Synchronization

/// This program's application name, and the closures that ask a person for permission.
///
/// The mutex guards the state, and is not held while a person is asked.
package enum Authorization {
    package typealias Asker = @Sendable (AuthorizationQuestion) async -> AuthorizationAnswer
    package typealias Picker = @Sendable (AuthorizationQuestion) async -> [String]

    private struct State {
        var application = ProcessInfo.processInfo.processName
        var asker: Asker?
        var picker: Picker?
        /// Questions that wait for an answer, so that the same question is not asked twice at once.
        var open: [Question: Task<PHAuthorizationStatus, Never>] = [:]
    }

    private struct Question: Hashable {
        var library: ObjectIdentifier
        var level: Int
    }

    private static let state = Mutex(State())

    static let queue = CallQueue("OpenPhotoKit authorization")

    /// The identifier under which a library stores decisions about this program; read when a library is opened.
    package static var application: String {
        get { state.withLock { $0.application } }
        set { state.withLock { $0.application = newValue } }
    }

    package static func setAsker(_ asker: Asker?) { state.withLock { $0.asker = asker } }
    package static func setPicker(_ picker: Picker?) { state.withLock { $0.picker = picker } }
    static var picker: Picker? { state.withLock { $0.picker } }
    static var hasAsker: Bool { state.withLock { $0.asker != nil } }

    /// Asks a person what the application may do with a library, unless that was decided before, and stores the
    /// answer.
    static func requestAccess(
        _ level: PHAccessLevel,
        of library: PHPhotoLibrary
    ) async -> PHAuthorizationStatus {
        let present = library.status(for: level)
        guard present == .notDetermined else { return present }
        let question = Question(library: ObjectIdentifier(library), level: level.rawValue)
        let task = state.withLock { state in
            if let asked = state.open[question] { return asked }
            let asker = state.asker ?? TerminalAsker.asker
            let task = Task {
                await askForAccess(through: asker, level: level, in: library)
                forgetQuestion(question)
                return library.status(for: level)
            }
            state.open[question] = task
            return task
        }
        return await task.value
    }

    private static func forgetQuestion(_ question: Question) {
        state.withLock { $0.open[question] = nil }
    }

    private static func askForAccess(
        through asker: Asker?,
        level: PHAccessLevel,
        in library: PHPhotoLibrary
    ) async {
        guard let store = try? library.store() else { return }
        guard let asker else {
            return PHPhotoLibrary.logger.notice(
                "Nobody could be asked whether \(store.applicationName) may use the photo library. Its owner decides with `photokit access`."
            )
        }
        let question = AuthorizationQuestion(
            application: store.applicationName,
            level: level,
            libraryURL: store.layout.root
        )
        let answer = await asker(question)
        do {
            try store.storeAnswer(answer, for: level)
        } catch {
            PHPhotoLibrary.logger.error("What may be done could not be kept: \(error)")
        }
    }
}

/// A question for a person: what an application may do with a library.
package struct AuthorizationQuestion: Sendable {
    package var application: String
    package var level: PHAccessLevel
    /// The folder of the library.
    package var libraryURL: URL
}

/// The answer of a person.
package enum AuthorizationAnswer: Sendable {
    case authorized
    case denied
    /// The application may see the assets with these local identifiers, and assets that it adds.
    case limited([String])
    /// Nothing is decided; the question may be asked again later.
    case later
}

extension Library {
    /// The name under which the owner's decisions about this program are stored.
    package var applicationName: String {
        if case .application(let name) = environment.client { name } else { "The library's owner" }
    }

    fileprivate func storeAnswer(_ answer: AuthorizationAnswer, for level: PHAccessLevel) throws {
        guard case .application(let name) = environment.client else { return }
        let engineLevel = level == .addOnly ? AccessLevel.addOnly : .readWrite
        switch answer {
        case .later: return
        case .authorized: try clients.setAccess(.authorized, for: engineLevel, of: name)
        case .denied: try clients.setAccess(.denied, for: engineLevel, of: name)
        case .limited(let identifiers):
            // Access to add photos has no limited form.
            guard level == .readWrite else {
                return try clients.setAccess(.authorized, for: engineLevel, of: name)
            }
            try clients.setAccess(.limited, for: .readWrite, of: name)
            try clients.select(
                adding: identifiers.compactMap { LocalIdentifier($0)?.uuid },
                for: name
            )
        }
    }
}

extension PHPhotoLibrary {
    /// Returns what this program may do with the library.
    ///
    /// The status is `authorized` when the library itself cannot be opened, because no decision denies access.
    /// `unavailabilityReason` gives the error.
    package func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        guard let access = try? store().core.clientAccess() else { return .authorized }
        let status = access.status(level == .addOnly ? .addOnly : .readWrite)
        return PHAuthorizationStatus(rawValue: status.rawValue) ?? .denied
    }

    /// The status for calls without an access level, where limited access counts as `authorized`.
    var plainStatus: PHAuthorizationStatus {
        let status = status(for: .readWrite)
        return status == .limited ? .authorized : status
    }

    /// Asks for permission once, on a fetch before any request, if the program can ask a person.
    func askWhenUndetermined() {
        guard Authorization.hasAsker, status(for: .readWrite) == .notDetermined,
            !hasAsked.exchange(true, ordering: .relaxed)
        else { return }
        Task { await Authorization.requestAccess(.readWrite, of: self) }
    }
}
