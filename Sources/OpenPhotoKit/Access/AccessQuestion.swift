public import Foundation
public import Photos

/// A question to a person: what an application may do with a library.
public struct AccessQuestion: Sendable {
    /// By which name the owner decides about the application.
    public var application: String
    /// Whether it wants to read and change, or to add alone.
    public var level: PHAccessLevel
    /// The library's folder.
    public var libraryLocation: URL
}

/// What a person answers; all but ``later`` is kept until the owner decides otherwise.
public enum AccessAnswer: Sendable {
    /// It may do what it asks for.
    case authorized
    /// It may not.
    case denied
    /// It may see the assets of these local identifiers, and what it adds itself.
    case limited([String])
    /// Nothing is decided; it may ask again.
    case later
}

extension PHPhotoLibrary {
    /// Has a function of the host program ask a person when an application's access has not been determined.
    ///
    /// Without one a program with a terminal asks there, and others stay undetermined until the owner decides with
    /// `photokit access`.
    ///
    /// - Parameter handler: Called once for each question, on no particular thread; nil ends it.
    public static func answerAccessQuestions(
        with handler: (@Sendable (AccessQuestion) async -> AccessAnswer)?
    ) {
        guard let handler else { return Authorization.setAsker(nil) }
        Authorization.setAsker { question in
            switch await handler(AccessQuestion(question)) {
            case .authorized: .authorized
            case .denied: .denied
            case .limited(let identifiers): .limited(identifiers)
            case .later: .later
            }
        }
    }

    /// Has a function of the host program stand in for the picker by which a person widens a limited selection.
    ///
    /// - Parameter picker: Gives the local identifiers of assets to add to the selection; nil ends it.
    public static func presentLimitedPicker(
        with picker: (@Sendable (AccessQuestion) async -> [String])?
    ) {
        guard let picker else { return Authorization.setPicker(nil) }
        Authorization.setPicker { question in await picker(AccessQuestion(question)) }
    }
}

extension AccessQuestion {
    fileprivate init(_ question: AuthorizationQuestion) {
        self.init(
            application: question.application,
            level: question.level,
            libraryLocation: question.place
        )
    }
}
