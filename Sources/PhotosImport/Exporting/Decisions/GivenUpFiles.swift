/// Decides what an import makes of exported files that their photo goes on without.
package enum GivenUpFiles {
    /// Returns those of some files that may be the last ones with their bytes.
    ///
    /// A file in the folder of an album is a copy, unless the file of which it is one is gone.
    ///
    /// - Parameters:
    ///   - others: The files that an import does not join with the photo.
    ///   - members: Those that it does.
    /// - Returns: A file for each checksum that the photo goes on without.
    package static func alone(
        among others: [RecordedFile],
        besides members: [RecordedFile]
    ) -> Set<RecordedFile> {
        let givenUp = others.filter { file in
            let part = PartName.withoutMark(file.part)
            return PartName.isGivenUp(file.part) && file.kind != .link && !part.hasPrefix("s")
                && !part.hasPrefix("c")
        }
        let isMain = { (file: RecordedFile) in PartName.isMain(PartName.withoutMark(file.part)) }
        var seen = Set(members.map(\.checksum))
        return Set(
            (givenUp.filter(isMain) + givenUp.filter { !isMain($0) }).filter {
                seen.insert($0.checksum).inserted
            }
        )
    }
}
