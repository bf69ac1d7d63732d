package import Foundation

/// The time zones of the places of a ``PlaceTable``.
///
/// The table never changes and is safe on any thread.
package struct PlaceZones: Sendable {
    /// The number of the zone of each place, from 1; 0 where it is unknown.
    private let numbers: [UInt16]
    private let zones: [TimeZone?]

    /// The number of places whose zone is known.
    package var count: Int {
        numbers.count { zone($0) != nil }
    }

    private static let magic: UInt64 = 0x3145_4E4F_5A50_4B50

    /// Reads the zones of a table's places; nil if the bytes are damaged, or belong to another table.
    package init?(_ data: Data, of table: PlaceTable) {
        var reader = TableReader(data)
        let header = reader.numbers(count: 4, of: UInt64.self)
        guard header.count == 4, header[0] == Self.magic,
            header[1] == UInt64(bitPattern: table.identity), header[3] == UInt64(table.count),
            header[2] == PlaceTable.hash(reader.rest)
        else { return nil }
        numbers = reader.numbers(count: table.count, of: UInt16.self)
        guard !reader.isShort else { return nil }
        // An identifier that this system does not know leaves its places without a zone.
        zones = reader.rest.split(separator: 0).map {
            TimeZone(identifier: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Returns the zone of the place with a number from 0 to the table's count - 1; nil if it is unknown.
    package func zone(ofPlace index: Int) -> TimeZone? { zone(numbers[index]) }

    private func zone(_ number: UInt16) -> TimeZone? {
        number > 0 && number <= zones.count ? zones[Int(number) - 1] : nil
    }

    /// Makes the bytes that a reader of zones takes.
    ///
    /// - Parameters:
    ///   - identifiers: The zone of each place, in the order of the table; empty if unknown.
    ///   - table: The bytes of the table.
    /// - Returns: The bytes; nil where no zone is known.
    static func table(of identifiers: [String], beside table: Data) -> Data? {
        guard let places = PlaceTable(table), identifiers.contains(where: { !$0.isEmpty }) else {
            return nil
        }
        var known: [String: UInt16] = ["": 0]
        var names = Data()
        var body = Data()
        body.append(
            numbers: identifiers.map { identifier -> UInt16 in
                if let number = known[identifier] { return number }
                // The world has about 600 zones.
                guard known.count <= UInt16.max else { return 0 }
                let number = UInt16(known.count)
                known[identifier] = number
                names.append(contentsOf: identifier.utf8.filter { $0 != 0 })
                names.append(0)
                return number
            }
        )
        body += names
        var data = Data()
        data.append(numbers: [
            magic, UInt64(bitPattern: places.identity), PlaceTable.hash(ArraySlice(body)),
            UInt64(identifiers.count),
        ])
        return data + body
    }
}
