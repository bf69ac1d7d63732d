public import Foundation
public import Photos

/// A question for a person: what an application may do with a library.
public struct AccessQuestion: Sendable {
    /// The name under which the owner's decisions about the application are stored.
    public var application: String
    /// The requested access: to read and change, or only to add.
    public var level: PHAccessLevel
    /// The folder of the library.
    public var libraryLocation: URL
}

/// The answer of a person.
///
/// All answers except ``later`` are stored until the owner changes them.
public enum AccessAnswer: Sendable {
    /// The application gets the access that it requested.
    case authorized
    /// The application gets no access.
    case denied
    /// The application may see the assets with these local identifiers, and assets that it adds.
    case limited([String])
    /// Nothing is decided; the application may ask again.
    case later
}

extension PHPhotoLibrary {
    /// Sets a function of the host program that asks a person when an application's access is undetermined.
    ///
    /// Without such a function, a program with a terminal asks there. In other programs access stays undetermined
    /// until the owner decides with `photokit access`.
    ///
    /// - Parameter handler: Called once for each question, on any thread; nil removes the function.
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

    /// Sets a function of the host program that replaces the system picker for limited access.
    ///
    /// - Parameter picker: Returns the local identifiers of assets to add to the selection; nil removes the
    ///   function.
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
            libraryLocation: question.libraryURL
        )
    }
}
