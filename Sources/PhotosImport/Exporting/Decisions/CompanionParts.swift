/// Decides under which parts the record of an export has the files that came in beside a photo.
///
/// The number in a part says nothing of the file's position among the others. A file that another program has changed, and that
/// an import has taken, moves to the end of the library's list.
package enum CompanionParts {
    /// Returns the parts of files, in their order.
    ///
    /// A file has the part of the recorded file at its path, otherwise the part of a recorded file with its extension that no
    /// other file has. Any other file gets a part that the record does not have.
    ///
    /// - Parameters:
    ///   - paths: The paths that the files would have beside the recorded photo, as paths are compared.
    ///   - known: The recorded files of the photo with their paths, as paths are compared.
    /// - Returns: A part for each path.
    package static func parts(
        at paths: [String],
        known: [(part: String, path: String)]
    ) -> [String] {
        var free = known.filter { number(of: $0.part) != nil }
        var next = 1 + (free.compactMap { number(of: $0.part) }.max() ?? -1)
        var parts = paths.map { path in
            free.firstIndex { $0.path == path }.map { free.remove(at: $0).part }
        }
        for (index, path) in paths.enumerated() where parts[index] == nil {
            parts[index] =
                free.firstIndex { ending(of: $0.path) == ending(of: path) }
                .map { free.remove(at: $0).part }
        }
        return parts.map { part in
            if let part { return part }
            defer { next += 1 }
            return "c\(next)"
        }
    }

    /// Returns the number in a part; nil for a part that is not one of such a file.
    static func number(of part: String) -> Int? {
        part.first == "c" ? Int(part.dropFirst()) : nil
    }

    private static func ending(of path: String) -> String {
        NameParts(path).ending.lowercased()
    }
}
