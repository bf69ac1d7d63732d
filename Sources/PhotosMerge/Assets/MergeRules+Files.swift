/// The original files of an asset, after several machines gave it some.
package struct FileRoles: Hashable, Sendable {
    /// The file of each role, in the order of the roles.
    package var holders: [OriginalFile] = []
    /// The files that lost their role.
    ///
    /// Each is shown as an asset of its own.
    package var losers: [OriginalFile] = []
}

extension MergeRules {
    /// Returns which file has each role: that with the greater stamp.
    ///
    /// An original is never dropped. A file that a purge of the asset had seen was deleted with it, and needs no asset.
    package func roles(of asset: AssetRegisters) -> FileRoles {
        var roles = FileRoles()
        let files = asset.presentFiles.sorted { left, right in
            if left.file.role != right.file.role { return left.file.role < right.file.role }
            if left.value.stamp != right.value.stamp {
                return precedes(right.value.stamp, left.value.stamp) != has(.olderFileHasRole)
            }
            return left.file < right.file
        }
        for (index, entry) in files.enumerated() {
            if index == 0 || files[index - 1].file.role != entry.file.role {
                roles.holders.append(entry.file)
            } else if !has(.losingOriginalDropped), !covers(asset.purged, entry.value.stamp.dot) {
                roles.losers.append(entry.file)
            }
        }
        return roles
    }

    /// Returns the keywords in the order in which they were added.
    package func shownKeywords(of asset: AssetRegisters) -> [[UInt8]] {
        asset.keywords.filter { !$0.value.value.isEmpty }.sorted { left, right in
            let (first, second) = (left.value.stamp, right.value.stamp)
            if first.time != second.time { return first.time < second.time }
            if first.member != second.member { return first.member < second.member }
            return left.text.lexicographicallyPrecedes(right.text)
        }.map(\.text)
    }
}
