/// The days and shapes of all photos of a view, as the interface sends them.
///
/// The numbers are little endian. The file begins with `OPKV`, the format (1), the version, the number of photos and
/// the number of sections. Each section has its day and its number of photos. At the end is one byte of shape for each
/// photo.
public enum ShapeFile {
    /// The day of photos without a date, and the only one of a list that is not ordered by date.
    public static let noDay: Int32 = -1

    /// Returns the bytes.
    ///
    /// - Parameters:
    ///   - version: The version of the view.
    ///   - days: The day of each photo, in days since 1970.
    ///   - shapes: The byte of each photo; as many as days.
    ///   - hasSections: Whether the list is ordered by date.
    /// - Returns: The bytes of the file.
    public static func bytes(
        version: UInt32,
        days: [Int32],
        shapes: [UInt8],
        hasSections: Bool
    ) -> [UInt8] {
        let sections = hasSections ? runLengths(of: days) : undatedSections(count: days.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + sections.count * 8 + shapes.count)
        bytes += Array("OPKV".utf8)
        append(1, to: &bytes)
        append(version, to: &bytes)
        append(UInt32(shapes.count), to: &bytes)
        append(UInt32(sections.count), to: &bytes)
        for section in sections {
            append(UInt32(bitPattern: section.day), to: &bytes)
            append(UInt32(section.count), to: &bytes)
        }
        bytes += shapes
        return bytes
    }

    /// Returns the lengths of the runs of equal days.
    public static func runLengths(of days: some Sequence<Int32>) -> [(day: Int32, count: Int)] {
        var runs: [(day: Int32, count: Int)] = []
        var iterator = days.makeIterator()
        guard var day = iterator.next() else { return [] }
        var count = 1
        while let next = iterator.next() {
            if next == day {
                count += 1
            } else {
                runs.append((day, count))
                (day, count) = (next, 1)
            }
        }
        runs.append((day, count))
        return runs
    }

    private static func undatedSections(count: Int) -> [(day: Int32, count: Int)] {
        count == 0 ? [] : [(noDay, count)]
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }
}
