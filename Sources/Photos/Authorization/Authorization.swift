package import CPhotosTypes
import Dispatch
import Foundation
import Logging
package import PhotosStore
import Synchronization

/// Who this program says it is, and how a person is asked what it may do.
///
/// The mutex guards both; nobody is asked under it.
package enum Authorization {
    package typealias Asker = @Sendable (AuthorizationQuestion) async -> AuthorizationAnswer
    package typealias Picker = @Sendable (AuthorizationQuestion) async -> [String]

    private struct State {
        var application = ProcessInfo.processInfo.processName
        var asker: Asker?
        var picker: Picker?
        /// Questions that wait for an answer, so that nobody is asked the same twice at once.
        var open: [Question: Task<PHAuthorizationStatus, Never>] = [:]
    }

    private struct Question: Hashable {
        var library: ObjectIdentifier
        var level: Int
    }

    private static let state = Mutex(State())

    static let queue = CallQueue("OpenPhotoKit authorization")

    /// The identifier by which libraries that are opened from now on know this program.
    package static var application: String {
        get { state.withLock { $0.application } }
        set { state.withLock { $0.application = newValue } }
    }

    package static func setAsker(_ asker: Asker?) { state.withLock { $0.asker = asker } }
    package static func setPicker(_ picker: Picker?) { state.withLock { $0.picker = picker } }
    static var picker: Picker? { state.withLock { $0.picker } }
    static var hasAsker: Bool { state.withLock { $0.asker != nil } }

    /// Asks what a library's application may do, unless that has been decided, and keeps the answer.
    static func request(
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
                await ask(asker, level, library)
                forget(question)
                return library.status(for: level)
            }
            state.open[question] = task
            return task
        }
        return await task.value
    }

    private static func forget(_ question: Question) {
        state.withLock { $0.open[question] = nil }
    }

    private static func ask(
        _ asker: Asker?,
        _ level: PHAccessLevel,
        _ library: PHPhotoLibrary
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
            place: store.layout.root
        )
        let answer = await asker(question)
        do {
            try store.keep(answer, level)
        } catch {
            PHPhotoLibrary.logger.error("What may be done could not be kept: \(error)")
        }
    }
}

/// What a person is asked.
package struct AuthorizationQuestion: Sendable {
    package var application: String
    package var level: PHAccessLevel
    /// The library's folder.
    package var place: URL
}

/// What a person answers.
package enum AuthorizationAnswer: Sendable {
    case authorized
    case denied
    /// The assets of some local identifiers can be seen, and what the application adds.
    case limited([String])
    /// To be asked again another time.
    case later
}

extension Library {
    /// By which name the owner decides about who uses the library here.
    package var applicationName: String {
        if case .application(let name) = environment.client { name } else { "The library's owner" }
    }

    fileprivate func keep(_ answer: AuthorizationAnswer, _ level: PHAccessLevel) throws {
        guard case .application(let name) = environment.client else { return }
        let engineLevel = level == .addOnly ? AccessLevel.addOnly : .readWrite
        switch answer {
        case .later: return
        case .authorized: try setAccess(.authorized, for: engineLevel, of: name)
        case .denied: try setAccess(.denied, for: engineLevel, of: name)
        case .limited(let identifiers):
            // Adding has no limits to be set.
            guard level == .readWrite else {
                return try setAccess(.authorized, for: engineLevel, of: name)
            }
            try setAccess(.limited, for: .readWrite, of: name)
            try select(adding: identifiers.compactMap { LocalIdentifier($0)?.uuid }, for: name)
        }
    }
}

extension PHPhotoLibrary {
    /// What this program may do with the library.
    ///
    /// Where the library itself cannot be used nothing has been decided against the program, and
    /// `unavailabilityReason` tells what is the matter.
    package func status(for level: PHAccessLevel) -> PHAuthorizationStatus {
        guard let access = try? store().clientAccess() else { return .authorized }
        let status = access.status(level == .addOnly ? .addOnly : .readWrite)
        return PHAuthorizationStatus(rawValue: status.rawValue) ?? .denied
    }

    /// The same as the calls say it that know no levels, and no limits.
    var plainStatus: PHAuthorizationStatus {
        let status = status(for: .readWrite)
        return status == .limited ? .authorized : status
    }

    /// The library that class methods ask about; a shared one that was never made is not made for a question.
    class var questioned: PHPhotoLibrary? {
        ChangeBlockBuilder.current?.library ?? override
            ?? (SharedLibrary.exists ? shared() : nil)
    }

    /// Asks once what the program may do, when it fetches without having asked, if a person can be asked.
    func askWhenUndetermined() {
        guard Authorization.hasAsker, status(for: .readWrite) == .notDetermined,
            !hasAsked.exchange(true, ordering: .relaxed)
        else { return }
        Task { await Authorization.request(.readWrite, of: self) }
    }
}
