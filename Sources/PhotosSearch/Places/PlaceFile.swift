package import Foundation

/// Reads files of places.
package enum PlaceFile {
    /// A file is no table of places.
    package struct Unreadable: Error, CustomStringConvertible {
        /// The number of the first line that cannot be read; nil if the file has no place.
        package let line: Int?

        package var description: String {
            let what = line.map { "Line \($0) is not a place." } ?? "The file has no places."
            return what
                + " A table of places is a text in UTF-8: lines with commas below the heading "
                + "lat,lon,name,admin1,admin2,cc,zone, or a file of GeoNames such as cities1000.txt."
        }
    }

    /// Returns the places of a file.
    ///
    /// - Parameters:
    ///   - data: The file: lines with commas below the heading `lat,lon,name,admin1,admin2,cc,zone`, whose last four
    ///     columns may lack, or lines with tabs as GeoNames has them in `cities1000.txt`.
    ///   - regions: The lines of GeoNames's file `admin1CodesASCII.txt`; empty if there is none.
    /// - Throws: ``Unreadable``.
    /// - Returns: The places in the order of the file; one or more.
    package static func places(in data: Data, regions: Data = Data()) throws -> [PlaceEntry] {
        guard let text = String(bytes: data, encoding: .utf8) else { throw Unreadable(line: nil) }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        let heading = lines.first.map { fields(of: $0) } ?? []
        let names = ["lat", "lon", "name", "admin1", "admin2", "cc", "zone"]
        let columns = names.map { name in heading.firstIndex(of: name) }
        let hasHeading = columns[..<3].allSatisfy { $0 != nil }
        let known = hasHeading ? [:] : regionNames(regions)
        var places: [PlaceEntry] = []
        for (index, line) in lines.enumerated().dropFirst(hasHeading ? 1 : 0) where !line.isEmpty {
            let place =
                hasHeading
                ? entry(of: fields(of: line), columns: columns)
                : entry(inLine: line, regions: known)
            guard let place else { throw Unreadable(line: index + 1) }
            places.append(place)
        }
        if places.isEmpty { throw Unreadable(line: nil) }
        return places
    }

    private static func entry(of fields: [String], columns: [Int?]) -> PlaceEntry? {
        func field(_ number: Int) -> String {
            guard let column = columns[number], column < fields.count else { return "" }
            return fields[column]
        }
        guard let latitude = Double(field(0)), let longitude = Double(field(1)),
            let point = PlacePoint(latitude, longitude)
        else { return nil }
        // Some places have no name of their own, only those of their region and country.
        return PlaceEntry(
            point,
            name: field(2),
            district: field(4),
            region: field(3),
            countryCode: field(5),
            zone: field(6)
        )
    }

    private static func entry(inLine line: Substring, regions: [String: String]) -> PlaceEntry? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count >= 11, let latitude = Double(fields[4]),
            let longitude = Double(fields[5]),
            let point = PlacePoint(latitude, longitude), !fields[1].isEmpty
        else { return nil }
        return PlaceEntry(
            point,
            name: String(fields[1]),
            region: regions["\(fields[8]).\(fields[10])"] ?? "",
            countryCode: String(fields[8]),
            zone: fields.count > 17 ? String(fields[17]) : ""
        )
    }

    private static func regionNames(_ data: Data) -> [String: String] {
        var names: [String: String] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count > 1 { names[String(fields[0])] = String(fields[1]) }
        }
        return names
    }

    /// Divides a line at commas outside quotation marks.
    private static func fields(of line: Substring) -> [String] {
        guard line.contains("\"") else {
            return line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        var fields = [""]
        var (isQuoted, wasQuote) = (false, false)
        for character in line {
            if character == "\"" {
                // Two marks inside of marks stand for one.
                if !isQuoted, wasQuote { fields[fields.count - 1].append("\"") }
                isQuoted.toggle()
                wasQuote = !isQuoted
                continue
            }
            wasQuote = false
            if character == ",", !isQuoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}
