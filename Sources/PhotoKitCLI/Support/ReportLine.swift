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
    private static func quotedField(_ field: String) -> String {
        guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }

    /// The line of a table, in the form of RFC 4180.
    var csv: String {
        let fields: [String?] = [
            event, identifier, path, bytes.map { "\($0)" }, sha256, reason,
        ]
        return fields.map { Self.quotedField($0 ?? "") }.joined(separator: ",")
    }
}

// MARK: Exports

extension ReportLine {
    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryExport.Event) {
        switch event {
        case .written(let file, let replaces):
            self.init(event: replaces ? "replaced" : "written", file: file)
        case .present(let file): self.init(event: "present", file: file)
        case .moved(let file, let url):
            self.init(event: "moved", file: file)
            reason = "It was at \(url.path)."
        case .kept(let url, let identifier, let reason):
            self.init(event: "kept", identifier: identifier, path: url.path, reason: reason)
        case .deleted(let url, let identifier, let isRemoved):
            self.init(
                event: isRemoved ? "removed" : "deleted",
                identifier: identifier,
                path: url.path,
                reason: nil
            )
        case .failed(let name, let identifier, let reason):
            self.init(event: "failed", identifier: identifier, path: name, reason: reason)
        case .remains(let url, let identifier, let reason):
            self.init(event: "remains", identifier: identifier, path: url.path, reason: reason)
        case .leftOut(let title, let identifier, let reason):
            self.init(event: "leftOut", identifier: identifier, path: title, reason: reason)
        case .unreadableSidecar(let url, let identifier, let reason):
            self.init(
                event: "unreadableSidecar",
                identifier: identifier,
                path: url.path,
                reason: reason
            )
        case .unchanged, .progress: return nil
        }
    }

    private init(event: String, file: LibraryExport.File) {
        self.init(event: event, identifier: file.localIdentifier, path: file.url.path, reason: nil)
        bytes = file.byteCount
        sha256 = file.sha256
    }

    private init(event: String, identifier: String?, path: String?, reason: String?) {
        self.event = event
        // A dry run knows no identifiers of photos that it does not make.
        self.identifier = identifier?.isEmpty == true ? nil : identifier
        self.path = path
        self.reason = reason
    }
}

// MARK: Imports

extension ReportLine {
    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryImport.Event) {
        switch event {
        case .imported(let url, let identifier):
            self.init(event: "imported", identifier: identifier, path: url.path, reason: nil)
        case .joined(let url, let identifier):
            self.init(event: "joined", identifier: identifier, path: url.path, reason: nil)
        case .duplicate(let url, let identifier):
            self.init(event: "duplicate", identifier: identifier, path: url.path, reason: nil)
        case .inSource(let url, let identifier):
            self.init(event: "inSource", identifier: identifier, path: url.path, reason: nil)
        case .removed(let url, let identifier):
            self.init(event: "removed", identifier: identifier, path: url.path, reason: nil)
        case .healed(let url, let identifier):
            self.init(event: "healed", identifier: identifier, path: url.path, reason: nil)
        case .other(let url):
            self.init(event: "other", identifier: nil, path: url.path, reason: nil)
        case .incomplete(let url, let reason):
            self.init(event: "incomplete", identifier: nil, path: url.path, reason: reason)
        case .changed(let url, let reason):
            self.init(event: "changed", identifier: nil, path: url.path, reason: reason)
        case .conflict(let url, let identifier, _, let reason):
            self.init(event: "conflict", identifier: identifier, path: url.path, reason: reason)
        case .stayed(let url, let reason):
            self.init(event: "stayed", identifier: nil, path: url.path, reason: reason)
        case .sharedSidecar(let url, let reason):
            self.init(event: "sharedSidecar", identifier: nil, path: url.path, reason: reason)
        case .deleted(let url, let reason, _):
            self.init(event: "deleted", identifier: nil, path: url.path, reason: reason)
        case .refused(let url, let reason):
            self.init(event: "refused", identifier: nil, path: url.path, reason: reason)
        case .loss(let path, let reason):
            self.init(event: "loss", identifier: nil, path: path, reason: reason)
        case .withoutPreview(let url, let reason):
            self.init(event: "withoutPreview", identifier: nil, path: url.path, reason: reason)
        case .found, .unchanged, .passedOver, .noPreviews, .withoutFacts, .progress, .previewsLeft:
            return nil
        }
    }
}
