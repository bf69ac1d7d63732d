package import Foundation

/// Copying files for photos that are restored.
extension LibraryHealing {
    /// Copies files for photos that lack them, and that get none by a plan, from other photos with the same bytes.
    ///
    /// - Parameters:
    ///   - rows: The photos, before or after they were restored.
    ///   - plan: The plan that was made before they were restored.
    /// - Returns: The number of copied files, and the photos that make way. All files of the restored ones are there
    ///   now, or after the plan.
    /// - Throws: ``StoreError`` if the library cannot be read. A file that cannot be copied is left out.
    package func copyFilesOfTwins(
        for rows: [Int64],
        _ plan: LibraryDuplicates.TwinPlan
    ) throws -> (copied: Int, makingWay: [UUID]) {
        guard try library.core.clientAccess().readWrite == .authorized else { return (0, []) }
        let given = Set(plan.replacements.flatMap(\.files).map(\.heir))
        func lackingFiles() throws -> [HeldFile] {
            try library.duplicates.lackingFiles(ofAssets: rows).filter { !given.contains($0.row) }
        }
        let lacking = try lackingFiles()
        guard !lacking.isEmpty else { return (0, []) }
        var search = HealingSearch(library, verifier)
        for file in lacking { search.add(.init(file: file, isDamaged: false)) }
        let area = try StagingArea(layout: library.layout, id: library.environment.makeUUID())
        defer { area.remove() }
        try search.examineTwins(area)
        let rest = Set(try lackingFiles().map(\.assetRow))
        let ready = plan.makingWay.filter { !rest.contains($0.heir) }.map(\.twin)
        let records = try library.records.assets(ready).records
        return (search.outcome.healed.count, ready.compactMap { records[$0]?.uuid })
    }
}
