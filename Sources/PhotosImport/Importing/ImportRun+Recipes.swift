import Foundation
import PhotosStore

/// Following the recipes of edits that change in a source.
extension ImportRun {
    /// Takes the bytes of a file from which an asset has its recipe, in place of the former ones.
    ///
    /// An import that copies leaves the asset as it is: there, a changed picture beside the recipe is a photo of its own.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - owner: The asset that the file would join; nil for a file that would wait. The file that would wait is known as the
    ///     recipe of a photo only if no other photos lie beside it: another photo may have got the name.
    ///   - cluster: The cluster of the file.
    /// - Returns: Whether the file is known as the recipe of the asset, so that nothing is left to decide.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func followRecipe(
        _ file: InspectedFile,
        joining owner: UUID? = nil,
        in cluster: ImportCluster
    ) throws -> Bool {
        guard !options.keepsCompanions, case .adjustment(_, let resource) = file.finding,
            let folder = cluster.folder?.folderID,
            let known = try library.sources.readLedger({ try $0.file(file.file.name, in: folder) }),
            known.outcome.isAsset, let row = known.assetID,
            let asset = try library.history.identifiers([row], in: .asset)[row]?.uuid,
            owner.map({ $0 == asset }) ?? cluster.isBeside(row)
        else { return false }
        let recipe = try library.records.resources(ofAssets: [row])[row]?
            .first { $0.type == ResourceRole.adjustmentData }
        let checksum = resource.file.checksum
        // A file that has not changed takes nothing back that was done in the library.
        if checksum == known.checksum || checksum == recipe?.checksum {
            dropContent(of: file)
            reporting.reportUnchanged(
                in: file.file.url.deletingLastPathComponent(),
                files: 1,
                bytes: file.file.byteCount
            )
            recordRecipe(file, of: asset, checksum: checksum, in: cluster)
            return true
        }
        guard let recipe, recipe.checksum == known.checksum else {
            dropContent(of: file)
            reporting.reportRefused(file.file, reason: Self.editedInLibrary)
            // The file stays known as the recipe that the asset had from it, so that each later change is named, too.
            recordRecipe(file, of: asset, checksum: known.checksum, in: cluster)
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

    /// Records a file as the recipe of an asset, of which nothing changes.
    private func recordRecipe(
        _ file: InspectedFile,
        of asset: UUID,
        checksum: [UInt8]?,
        in cluster: ImportCluster
    ) {
        let known = ImportUnit.File(file: file.file, outcome: .imported, checksum: checksum)
        block.add(ImportUnit(noting: asset, at: cluster.folder, files: [known]))
    }

    /// Reports a recipe beside photos that have others, or leaves it to the caller if no photo of its name has one.
    ///
    /// The recipe that a camera applied, and that of an edited version, come after that with the plain name, and are left out
    /// without an event.
    ///
    /// - Returns: Whether the file was reported and recorded.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func refuseSecondRecipe(
        _ file: InspectedFile,
        beside assets: [UUID],
        in cluster: ImportCluster
    ) throws -> Bool {
        guard !options.keepsCompanions, case .adjustment(_, let resource) = file.finding,
            !assets.isEmpty
        else { return false }
        let rows = try library.records.rows(of: assets, in: .asset)
        let recipes = try library.records.resources(ofAssets: Array(rows.values)).values.joined()
            .filter { $0.type == ResourceRole.adjustmentData }
        let name = ShotName(file.file.name)
        if let twin = recipes.first(where: { $0.checksum == resource.file.checksum }),
            let asset = rows.first(where: { $0.value == twin.assetID })?.key
        {
            dropContent(of: file)
            reporting.reportDuplicate(file.file, of: asset)
        } else if name.edit == nil, !name.isCameraRecipe {
            dropContent(of: file)
            reporting.reportRefused(file.file, reason: Self.isSecondRecipe)
        } else {
            return false
        }
        recordOutcome(of: file, outcome: .refused, in: cluster)
        return true
    }

    private static let isSecondRecipe =
        "The photo beside it has another recipe of an edit, and a photo has only one, so this one is left out."

    private static let editedInLibrary =
        "The recipe of the edit changed in the source, but the photo was edited or reverted in the library since, and stays as it is there. If you take that back, run `photokit source sweep --read`, and the photo gets this recipe. To have both edits, import a copy of its picture from another folder."
}
