/// Finds the photo of a day in a list.
public enum DayFinder {
    /// Returns the first index with a day, or the index with the nearest day; nil if no photo has a date.
    ///
    /// - Parameters:
    ///   - day: The day, in days since 1970.
    ///   - days: The day of each photo; -1 for those without a date.
    /// - Returns: The index, or nil.
    public static func nearestIndex(to day: Int32, in days: [Int32]) -> Int? {
        var best: (index: Int, distance: Int64)?
        for (index, other) in days.enumerated() where other != ShapeFile.noDay {
            let distance = abs(Int64(other) - Int64(day))
            if distance == 0 { return index }
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        return best?.index
    }
}
