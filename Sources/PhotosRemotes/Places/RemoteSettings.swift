package import Foundation

/// The settings of a service, without keys.
package struct RemoteSettings: Codable, Hashable, Sendable {
    /// The URL of an S3 service other than Amazon's.
    package var endpoint: String?
    package var region: String?
    /// Whether the bucket stands in the path instead of the host name.
    package var pathStyle: Bool?
    /// The path of a file of mode 0600 with the keys.
    package var credentials: String?
    /// The path of a file with certificates to trust besides the system's.
    package var certificates: String?
    /// The largest number of bytes per second.
    package var rate: Int64?
    /// The path of a file of mode 0600 with the key of an encrypted remote; nil where objects are not encrypted.
    package var keyFile: String?
    /// When a service was asked for a list of all its objects the last time.
    package var listedDate: Date?
    /// When this copy of the library took the place over; nil where no other copy has objects there.
    ///
    /// Objects that were stored by then are those of another copy, and never removed.
    package var adoptedDate: Date?
    /// When the newest copy of the database was read back the last time.
    package var databaseReadDate: Date?
    /// The marks of the place when it was used the last time: its own mark, and those of its disks.
    package var marks: Set<String>?
    /// The digest of the sidecars beside photos in sources, as the last copy of the database has them; nil for none.
    package var sidecarDigest: String?
    /// Why the place may be another one, or may have lost much; nil where the last list had what it should have.
    package var doubt: String?

    package init() {}

    /// Whether something that was stored on a date is another copy's of the library.
    package func isOfOther(storedOn date: Date) -> Bool { adoptedDate.map { date <= $0 } ?? false }

    /// The settings as a text for the library's row.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Reads the text of a row; settings that cannot be read are absent.
    package init(text: String) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(text.utf8))) ?? RemoteSettings()
    }
}
