import Foundation
import OpenPhotoKit

/// A line of a report about a file that was imported or exported.
///
/// The members are the same for both, so that one program can read all reports.
struct ReportLine: Sendable {
    /// The members of the event with the names of ``columns``; null where the event has none.
    private let values: [JSON]

    private static let columns = ["event", "identifier", "path", "bytes", "sha256", "reason"]

    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryImport.Event) {
        switch event {
        case .unchanged, .passedOver, .progress: return nil
        default: self.init(JSON(encoding: event))
        }
    }

    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryExport.Event) {
        if case .progress = event { return nil }
        self.init(JSON(encoding: event))
    }

    private init?(_ event: JSON) {
        guard event["path"] != nil else { return nil }
        values = Self.columns.map { event[$0] ?? .null }
    }

    var json: JSON { .object(Array(zip(Self.columns, values))) }

    static var header: String { columns.joined(separator: ",") }

    /// The line of a table, in the form of RFC 4180.
    var csv: String {
        values.map { value in
            switch value {
            case .null: ""
            case .text(let text): Self.quotedField(text)
            default: Self.quotedField(value.description)
            }
        }
        .joined(separator: ",")
    }

    /// A field in quotes where RFC 4180 demands them.
    private static func quotedField(_ field: String) -> String {
        guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
