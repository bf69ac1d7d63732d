/// Decides which sidecars an export leaves beside the files that it leaves.
///
/// A file that a person changed stays although the library has deleted its photo. The words of its sidecar would be lost with
/// the sidecar.
package enum StayingSidecars {
    /// Returns the sidecars that stay, with the file that each belongs to.
    ///
    /// - Parameters:
    ///   - parts: The parts of an asset that would be removed.
    ///   - staying: The parts that stay because they are not only the export's.
    /// - Returns: For each of the `parts` that stays as a sidecar, the part beside which it lies.
    package static func owners(of parts: [String], besides staying: [String]) -> [String: String] {
        var byName: [Substring: String] = [:]
        for part in staying where isMedia(part) { byName[name(part)] = part }
        let media = Set((parts + staying).filter(isMedia))
        // A file of another program belongs to the original, which is the first of the files.
        let first = byName.min { $0.key < $1.key }?.value
        var owners: [String: String] = [:]
        for part in parts {
            let name = name(part)
            if name.first == "s" {
                // Files with and without a mark may have one name, and each its sidecar.
                let own = String(part.prefix(part.count - name.count) + name.dropFirst())
                owners[part] =
                    media.contains(own) ? staying.first { $0 == own } : byName[name.dropFirst()]
            } else if name.first == "c" {
                owners[part] = first
            }
        }
        return owners
    }

    /// Returns a part without the marks of files that the library has not any more.
    private static func name(_ part: String) -> Substring { part.drop(while: PartName.isMark) }

    /// Whether a part is a picture, a movie or a sound beside which sidecars lie.
    private static func isMedia(_ part: String) -> Bool {
        name(part).first.map { $0 == "r" || $0 == "e" } ?? false
    }
}
