import PhotosStore

/// Finding the recipes of edits that were moved with their photos, and changed as well.
extension SourceSweep {
    /// A recipe without a known file of its name, beside photos.
    private struct UnknownRecipe {
        var folder: Int64
        var name: String
        /// The rows of the assets of the photos with its name.
        var assets: Set<Int64>
        /// Whether no other such recipe has its name.
        var isOnly = true
        /// The row of the recipe that had the name; its photo is not beside this one.
        var replaced: Int64?
        /// The recipe, if it was left out in an earlier sweep; nil if it is read anyway.
        var refused: WaitingSidecar?
    }

    /// Gives unknown recipes that lie beside photos the rows of the recipes that these photos have lost.
    ///
    /// A recipe that came before its photo was left out in an earlier sweep, and is read now. One that was left out beside its
    /// photo stays left out.
    ///
    /// The rows keep the former sizes and dates. So the recipes are changed files of these rows, also for the next sweep if this
    /// one is stopped.
    ///
    /// - Parameters:
    ///   - identity: The known files; those that are given count as matched.
    ///   - writer: Writes the rows.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    mutating func takeMovedRecipes(
        from identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws {
        let rest = identity.rest.filter { !displaced.contains($0.row) }
        var lost: [Int64: [Int64]] = [:]
        for vacancy in rest where vacancy.outcome.isAsset && vacancy.sidecarKey != nil {
            if let asset = vacancy.assetID { lost[asset, default: []].append(vacancy.row) }
        }
        guard !lost.isEmpty else { return }
        let vacant = Set(rest.map(\.row))
        var taken: Set<Int64> = []
        for folder in Set(waitingSidecars.keys).union(refusedRecipes.keys).sorted() {
            for recipe in try unknownRecipes(in: folder, without: vacant) {
                let rows = recipe.assets.flatMap { lost[$0] ?? [] }
                guard !rows.isEmpty else { continue }
                let known = try library.sources.readLedger { [taken] ledger in
                    try rows.filter { !taken.contains($0) }.compactMap { try ledger.file($0)?.row }
                }
                let isCertain = recipe.isOnly && known.count == 1
                guard
                    var row = isCertain
                        ? known.first : known.first(where: { $0.name == recipe.name })
                else { continue }
                taken.insert(row.id)
                row.name = recipe.name
                row.outcome = .imported
                if let refused = recipe.refused {
                    waitingSidecars[folder, default: []].append(refused)
                    report.sameCount -= 1
                }
                // The recipe that had the name counts as missing, so that it is found where its photo comes back.
                if let replaced = recipe.replaced {
                    displaced.remove(replaced)
                    identity.release(replaced)
                }
                try writer.add(found: SourceConclusions.LedgerRow(folder: recipe.folder, row: row))
            }
        }
        identity.take(taken)
        try writer.commit()
    }

    /// Returns the recipes in a folder that wait or were left out, beside a photo that is there, and of which no file is known.
    ///
    /// A recipe with the name of one of another photo is unknown, too, if its size or date is another one.
    private func unknownRecipes(
        in folder: Int,
        without vacant: Set<Int64>
    ) throws -> [UnknownRecipe] {
        var waiting = (waitingSidecars[folder] ?? []).filter { ShotName.namesRecipe($0.name) }
        let names = Set(waiting.map { ExactText($0.name) })
        let besideNew = refusedRecipes[folder] ?? []
        let refused = besideNew.filter { !names.contains(ExactText($0.name)) }
        waiting += refused
        guard !waiting.isEmpty, let row = tree.folders[folder].row else { return [] }
        // `IMG_O1.AAE` is not the recipe of the edit of `IMG_1.JPG`.
        let plain = Set(waiting.map { ShotName($0.name).plain })
        var assets: [String: Set<Int64>] = [:]
        var known: [ExactText: SourceFileRow] = [:]
        var leftOut: [ExactText: SourceIdentity.Numbers] = [:]
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: row.id) { file in
                let name = ShotName(file.name).plain
                guard plain.contains(name) else { return }
                if file.outcome == .refused { leftOut[ExactText(file.name)] = file.numbers }
                guard let asset = file.assetID else { return }
                if ShotName.namesSidecar(file.name) {
                    known[ExactText(file.name)] = file
                } else if !vacant.contains(file.id), file.outcome == .imported {
                    assets[name, default: []].insert(asset)
                }
            }
        }
        // An unchanged recipe may wait nevertheless, because the sweep reads all files.
        for recipe in besideNew { leftOut[ExactText(recipe.name)] = nil }
        var unknown: [UnknownRecipe] = []
        for (index, recipe) in waiting.enumerated() {
            guard let photos = assets[ShotName(recipe.name).plain],
                leftOut[ExactText(recipe.name)]?.isSameContent(as: recipe.numbers) != true
            else { continue }
            let file = known[ExactText(recipe.name)]
            if let file {
                let isOfOther = file.assetID.map { !photos.contains($0) } ?? false
                guard isOfOther, file.outcome.isAsset,
                    !file.numbers.isSameContent(as: recipe.numbers)
                else { continue }
            }
            var found = UnknownRecipe(folder: row.id, name: recipe.name, assets: photos)
            found.replaced = file?.id
            if index >= waiting.count - refused.count { found.refused = recipe }
            unknown.append(found)
        }
        let counts = Dictionary(grouping: unknown) { ShotName($0.name).plain }.mapValues(\.count)
        for index in unknown.indices {
            unknown[index].isOnly = counts[ShotName(unknown[index].name).plain] == 1
        }
        return unknown
    }
}

extension SourceIdentity.Numbers {
    /// Returns whether size and date are the same, as those of a file on another volume are.
    fileprivate func isSameContent(as other: Self) -> Bool {
        byteCount == other.byteCount && modification == other.modification
    }
}
