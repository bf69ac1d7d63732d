import Foundation
import OpenPhotoKit
import PhotosMedia
import Synchronization

/// What an import said of each file, by the file's name.
struct ImportOutcome: Sendable {
    /// The identifiers of the assets of files.
    var imported: [String: String] = [:]
    /// Why files were left out.
    var problems: [String: String] = [:]
    /// Why assets have no preview.
    var withoutPreview: [String: String] = [:]
    /// What could not be read of files that were imported.
    var incomplete: [String: String] = [:]

    init(of urls: [URL], into library: PHPhotoLibrary) async throws {
        let events = EventCollection()
        try await library.importFiles(urls) { events.add($0) }
        for event in events.all { note(event) }
    }

    private mutating func note(_ event: LibraryImport.Event) {
        switch event {
        case .imported(let url, let identifier): imported[url.lastPathComponent] = identifier
        case .joined(let url, _): problems[url.lastPathComponent] = "joined"
        case .duplicate(let url, _): problems[url.lastPathComponent] = "duplicate"
        case .other(let url): problems[url.lastPathComponent] = "neither a picture nor a movie"
        case .refused(let url, let reason): problems[url.lastPathComponent] = reason
        case .withoutPreview(let url, let reason): withoutPreview[url.lastPathComponent] = reason
        case .incomplete(let url, let reason): incomplete[url.lastPathComponent] = reason
        default: break
        }
    }
}

/// Events of an import, which come from its threads; the mutex guards them.
private final class EventCollection: Sendable {
    private let events = Mutex<[LibraryImport.Event]>([])

    var all: [LibraryImport.Event] { events.withLock { $0 } }

    func add(_ event: LibraryImport.Event) { events.withLock { $0.append(event) } }
}

/// Reasons in the few words of a table.
enum FailureWords {
    static func short(_ error: any Error) -> String {
        switch error {
        case let error as MediaFileError:
            "\(kinds[error.code] ?? error.code.rawValue): \(withoutVersions(error.reason))"
        default: "\(error)"
        }
    }

    private static let kinds: [MediaFileError.Code: String] = [
        .noDecoder: "no decoder", .memory: "too large", .notMedia: "no picture",
    ]

    /// Libraries of other versions say the same.
    private static func withoutVersions(_ text: String) -> String {
        text.replacing(/\ \d+(\.\d+)+/, with: "")
    }
}
