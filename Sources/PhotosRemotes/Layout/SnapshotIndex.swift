import Crypto
package import Foundation
import PhotosBase
package import PhotosStore

/// The list of the parts of a copy of the database.
package struct SnapshotIndex: Codable, Hashable, Sendable {
    /// The number of bytes of each part but the last.
    package static let partSize = 256 << 10

    package var version = RemoteMarker.version
    package var library: UUID
    package var incarnation: UUID
    package var date: Date
    /// The position of the copy in the library's log.
    package var sequence: Int64
    package var mark: Int64
    /// The version of the library's format.
    package var format: Int
    package var byteCount: Int64
    /// The SHA-256 checksums of the parts in their order, as hexadecimal digits.
    package var parts: [String]
    /// Whether the remote takes files that stay in their sources.
    package var takesSources: Bool
    /// The SHA-256 checksum over all other values.
    package var digest = ""

    package init(
        library: UUID,
        incarnation: UUID,
        date: Date,
        position: LogPosition,
        format: Int,
        byteCount: Int64,
        parts: [String],
        takesSources: Bool
    ) {
        self.library = library
        self.incarnation = incarnation
        // Fractions of seconds would not survive the coding.
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        sequence = position.sequence
        mark = position.mark
        self.format = format
        self.byteCount = byteCount
        self.parts = parts
        self.takesSources = takesSources
        digest = computedDigest
    }

    private var computedDigest: String {
        let values: [String] =
            [
                "\(version)", library.uuidString, incarnation.uuidString,
                "\(Int64(date.timeIntervalSince1970))", "\(sequence)", "\(mark)", "\(format)",
                "\(byteCount)", "\(takesSources)",
            ] + parts
        return Hexadecimal.digits(of: SHA256.hash(data: Data(values.joined(separator: " ").utf8)))
    }

    /// Returns the date of a new snapshot, which is later than those of all others.
    ///
    /// The order of names says which snapshot is the last one. The clock alone does not: it may have been set back, and
    /// several snapshots may be made within one second.
    ///
    /// - Parameters:
    ///   - names: The names of the snapshots of the place.
    ///   - now: The present.
    /// - Returns: The date.
    package static func date(after names: [String], now: Date) -> Date {
        guard let last = names.compactMap(date(of:)).max() else { return now }
        return max(now, last + 1)
    }

    /// The object's name, by which names are in the order of their dates.
    package var name: String {
        "\(RemoteNames.snapshots)\(Self.stamp(date))-\(sequence)-\(mark).json"
    }

    /// Returns the date in the name of a snapshot; nil for other names.
    package static func date(of name: String) -> Date? {
        guard name.hasPrefix(RemoteNames.snapshots), name.hasSuffix(".json") else { return nil }
        return stampFormat.date(
            from: String(name.dropFirst(RemoteNames.snapshots.count).prefix(16))
        )
    }

    /// Returns the position in the name of a snapshot; nil for other names.
    package static func position(of name: String) -> LogPosition? {
        guard date(of: name) != nil else { return nil }
        let numbers = name.dropLast(".json".count).split(separator: "-").suffix(2)
            .compactMap { Int64($0) }
        return numbers.count == 2 ? LogPosition(sequence: numbers[0], mark: numbers[1]) : nil
    }

    private static func stamp(_ date: Date) -> String { stampFormat.string(from: date) }

    private static var stampFormat: DateFormatter {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        return format
    }

    package func encoded() throws -> Data { try RemoteCoding.encoder.encode(self) }

    /// - Throws: ``RemoteFailure`` if the bytes are no whole index.
    package init(_ data: Data) throws {
        guard let index = try? RemoteCoding.decoder.decode(Self.self, from: data),
            index.digest == index.computedDigest, index.isPossible
        else {
            throw RemoteFailure(
                .differs,
                "The list of a copy of the database is damaged. Choose an older copy with --copy."
            )
        }
        guard index.version <= RemoteMarker.version else {
            throw RemoteFailure(
                .unsupported,
                "A newer version of OpenPhotoKit wrote the copy of the database. Use that version."
            )
        }
        self = index
    }

    private var isPossible: Bool {
        let count = (byteCount + Int64(Self.partSize) - 1) / Int64(Self.partSize)
        return byteCount > 0 && Int64(parts.count) == count
            && parts.allSatisfy { Hexadecimal.checksum(of: $0) != nil }
    }

    /// Returns the part at an index.
    package func part(_ index: Int) -> RemoteObject {
        let start = Int64(index) * Int64(Self.partSize)
        return RemoteObject(
            checksum: Hexadecimal.checksum(of: parts[index]) ?? [],
            byteCount: min(Int64(Self.partSize), byteCount - start)
        )
    }
}
