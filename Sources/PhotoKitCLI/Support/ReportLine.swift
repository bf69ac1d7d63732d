import Foundation
import OpenPhotoKit

/// A line of a report about a file that was imported or exported.
///
/// The members are the same for both, so that one program can read all reports.
struct ReportLine: Sendable {
    var event: String
    /// The identifier of the photo; nil where there is none.
    var identifier: String?
    var path: String?
    var bytes: Int64?
    var sha256: String?
    var reason: String?

    var json: JSON {
        .object([
            ("event", JSON(event)), ("identifier", JSON(identifier)), ("path", JSON(path)),
            ("bytes", bytes.map { JSON($0) } ?? .null), ("sha256", JSON(sha256)),
            ("reason", JSON(reason)),
        ])
    }

    static let header = "event,identifier,path,bytes,sha256,reason"

    /// A field in quotes where RFC 4180 demands them.
    private static func quoted(_ field: String) -> String {
        guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }

    /// The line of a table, in the form of RFC 4180.
    var csv: String {
        let fields: [String?] = [
            event, identifier, path, bytes.map { "\($0)" }, sha256, reason,
        ]
        return fields.map { Self.quoted($0 ?? "") }.joined(separator: ",")
    }
}

// MARK: Exports

extension ReportLine {
    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryExport.Event) {
        switch event {
        case .written(let file, let replaces):
            self.init(replaces ? "replaced" : "written", file)
        case .present(let file): self.init("present", file)
        case .moved(let file, let url):
            self.init("moved", file)
            reason = "It was at \(url.path)."
        case .kept(let url, let identifier, let reason):
            self.init("kept", identifier, url.path, reason)
        case .deleted(let url, let identifier, let isRemoved):
            self.init(isRemoved ? "removed" : "deleted", identifier, url.path, nil)
        case .failed(let name, let identifier, let reason):
            self.init("failed", identifier, name, reason)
        case .remains(let url, let identifier, let reason):
            self.init("remains", identifier, url.path, reason)
        case .leftOut(let title, let identifier, let reason):
            self.init("leftOut", identifier, title, reason)
        case .unreadableSidecar(let url, let identifier, let reason):
            self.init("unreadableSidecar", identifier, url.path, reason)
        case .unchanged, .progress: return nil
        }
    }

    private init(_ event: String, _ file: LibraryExport.File) {
        self.init(event, file.localIdentifier, file.url.path, nil)
        bytes = file.byteCount
        sha256 = file.sha256
    }

    private init(_ event: String, _ identifier: String?, _ path: String?, _ reason: String?) {
        self.event = event
        self.identifier = identifier
        self.path = path
        self.reason = reason
    }
}

// MARK: Imports

extension ReportLine {
    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryImport.Event) {
        switch event {
        case .imported(let url, let identifier): self.init("imported", identifier, url.path, nil)
        case .joined(let url, let identifier): self.init("joined", identifier, url.path, nil)
        case .duplicate(let url, let identifier): self.init("duplicate", identifier, url.path, nil)
        case .inSource(let url, let identifier): self.init("inSource", identifier, url.path, nil)
        case .removed(let url, let identifier): self.init("removed", identifier, url.path, nil)
        case .healed(let url, let identifier): self.init("healed", identifier, url.path, nil)
        case .other(let url): self.init("other", nil, url.path, nil)
        case .incomplete(let url, let reason): self.init("incomplete", nil, url.path, reason)
        case .changed(let url, let reason): self.init("changed", nil, url.path, reason)
        case .conflict(let url, let identifier, _, let reason):
            self.init("conflict", identifier, url.path, reason)
        case .stayed(let url, let reason): self.init("stayed", nil, url.path, reason)
        case .sharedSidecar(let url, let reason): self.init("sharedSidecar", nil, url.path, reason)
        case .deleted(let url, let reason, _): self.init("deleted", nil, url.path, reason)
        case .refused(let url, let reason): self.init("refused", nil, url.path, reason)
        case .loss(let path, let reason): self.init("loss", nil, path, reason)
        case .withoutPreview(let url, let reason):
            self.init("withoutPreview", nil, url.path, reason)
        case .found, .unchanged, .passedOver, .noPreviews, .withoutFacts, .progress, .previewsLeft:
            return nil
        }
    }
}
