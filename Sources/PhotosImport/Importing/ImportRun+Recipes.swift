import PhotosStore

/// Following the recipes of edits that change in a source.
extension ImportRun {
    /// Takes the bytes of a file from which an asset has its recipe, in place of the former ones.
    ///
    /// An import that copies leaves the asset as it is: there, a changed picture beside the recipe is a photo of its own.
    ///
    /// - Returns: Whether the file is known as the recipe of an asset, so that nothing is left to decide.
    func followRecipe(_ file: InspectedFile, in cluster: ImportCluster) throws -> Bool {
        guard !options.keepsCompanions, case .adjustment(_, let resource) = file.finding,
            let folder = cluster.folder?.folderID,
            let known = try library.sources.readLedger({ try $0.file(file.file.name, in: folder) }),
            known.outcome.isAsset, let row = known.assetID,
            let asset = try library.history.identifiers([row], in: .asset)[row]?.uuid
        else { return false }
        let recipe = try library.records.resources(ofAssets: [row])[row]?
            .first { $0.type == ResourceRole.adjustmentData }
        guard let recipe, recipe.checksum == known.checksum else {
            dropContent(of: file)
            refuseFile(file, reason: Self.editedInLibrary, in: cluster)
            return true
        }
        let checksum = resource.file.checksum
        if checksum == recipe.checksum {
            dropContent(of: file)
            let same = ImportUnit.File(file: file.file, outcome: .imported, checksum: checksum)
            block.add(ImportUnit(noting: asset, at: cluster.folder, files: [same]))
            return true
        }
        let role = ResourceRole.adjustmentData
        let parts = ImportParts([.init(index: 0, role: role)], sidecars: [], files: [file])
        var work = ResourceAttachment(resources: parts.resources)
        work.replaced = [role: recipe.checksum]
        work.supplement = parts.supplement
        block.add(ImportUnit(work: .attach(asset, work), folder: cluster.folder, parts: parts))
        return true
    }

    private static let editedInLibrary =
        "The recipe of the edit changed in the source, but the photo was edited or reverted in the library since, and stays as it is there. To have the edit of the source, too, import a copy of its picture from another folder."
}
