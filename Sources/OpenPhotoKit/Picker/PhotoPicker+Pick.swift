import Foundation
public import Photos
import PhotosStore

extension PhotoPicker {
    /// Asks a person to pick photos of a library, in the browser.
    ///
    /// Cancelling the task closes the question; the result is then ``Outcome/cancelled(_:)``, unless the person has answered
    /// before: an answer is carried out as a whole.
    ///
    /// - Parameter library: The library, opened as the application that asks. Picks count for that application.
    /// - Returns: The picks, in order, or the reason why there are none.
    /// - Throws: ``PhotoPickerError`` where the question cannot be asked; `PHPhotosError` where the library cannot be opened.
    public func pick(from library: PHPhotoLibrary = .shared()) async throws -> Outcome {
        try await pick(from: library, environment: ProcessInfo.processInfo.environment)
    }

    package func pick(
        from library: PHPhotoLibrary,
        environment: [String: String]
    ) async throws -> Outcome {
        let store: Library
        do {
            store = try library.store()
        } catch {
            throw PHPhotosError(error)
        }
        var request = PickerRequest(self)
        if let application = library.application {
            request.application = application
            request.name = application
        }
        return try await ask(request, store.layout.root, environment).outcome()
    }

    /// Asks for picks that join the selection of an application.
    func pick(for question: AccessQuestion) async throws -> Outcome {
        var request = PickerRequest(self)
        request.application = question.application
        request.name = question.application
        let environment = ProcessInfo.processInfo.environment
        return try await ask(request, question.libraryLocation, environment).outcome()
    }

    func ask(
        _ request: PickerRequest,
        _ library: URL,
        _ environment: [String: String]
    ) async throws -> PickerLine {
        guard let program = ServeProgram.path(environment: environment) else {
            throw PhotoPickerError(.programMissing, ServeProgram.missing)
        }
        let conversation = PickerConversation(
            program: program,
            arguments: ["--pick", "--library", library.path],
            environment: environment.merging(
                [ServeProgram.callerVariable: openPhotoKitVersion]
            ) { $1 }
        )
        let (opens, handler, showCode) = (opensBrowser, addressHandler, codeHandler)
        return try await conversation.run(request) { address, code in
            handler?(address)
            if let code { showCode?(code) }
            guard opens else { return }
            PickerBrowser.open(address, environment) { problem in
                guard handler == nil else { return }
                conversation.fail(PhotoPickerError(.noBrowser, problem))
            }
        }
    }
}

/// The request that `photokit-serve --pick` reads.
struct PickerRequest: Encodable, Sendable {
    var kind = "pick"
    var application: String?
    var name = ProcessInfo.processInfo.processName
    var addOnly = false
    var filter: PhotoPicker.Filter.Part?
    var limit: Int
    var ordered: Bool
    var preselected: [String]
    var search: String
    var prompt: String?
    var copies: String?
    var wait: Double

    init(_ picker: PhotoPicker) {
        filter = picker.filter?.part
        limit = picker.selectionLimit
        ordered = picker.isOrdered
        preselected = picker.preselectedIdentifiers
        search = picker.searchText
        prompt = picker.prompt
        copies = picker.copiesFolder?.standardizedFileURL.path
        wait = picker.waitingTime
    }
}

/// A line that `photokit-serve --pick` writes.
struct PickerLine: Decodable, Sendable {
    struct Pick: Decodable, Sendable {
        var id: String?
        var files: [String]
    }

    var event: String
    var address: String?
    var code: String?
    var picks: [Pick]?
    var decision: String?
    var reason: String?
    var message: String?

    /// Returns how picking ended.
    func outcome() throws -> PhotoPicker.Outcome {
        switch event {
        case "picked":
            return .picked(
                (picks ?? []).map { pick in
                    PhotoPicker.Pick(
                        identifier: pick.id,
                        copies: pick.files.map { URL(fileURLWithPath: $0) }
                    )
                }
            )
        case "cancelled":
            let known: [String: PhotoPicker.Cancellation] = [
                "person": .byPerson, "pageClosed": .pageClosed, "nobodyCame": .nobodyCame,
                "askerEnded": .taskCancelled,
            ]
            guard let cancellation = known[reason ?? ""] else { break }
            return .cancelled(cancellation)
        default: break
        }
        throw PhotoPickerError(
            .programFailed,
            "photokit-serve answered \"\(event)\", which this version does not know. Install both from the same version."
        )
    }
}
