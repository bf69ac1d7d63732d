/// The names of pictures that are drawn anew, none of them twice.
public struct CopiedNames: Hashable, Sendable {
    private var count = 0
    private var used: Set<String> = []

    /// Makes the names of a download.
    public init() {}

    /// Returns the name of the next picture.
    ///
    /// - Parameter original: The name of the photo's file, which may be hostile; nil where it is not shown.
    /// - Returns: A plain name with the suffix of a JPEG.
    public mutating func nextName(for original: String?) -> String {
        count += 1
        let digits = String(count)
        let numbered = "Photo " + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let known = original.flatMap { $0.isEmpty ? nil : $0 } ?? numbered + ".jpg"
        let wanted = CopyNames.fileName(known, withSuffixOf: "copy.jpg")
        var number = 1
        while true {
            let name = CopyNames.copyName(of: wanted, number: number)
            // Some file systems take names that differ in case for one.
            if used.insert(name.lowercased()).inserted { return name }
            number += 1
        }
    }
}
