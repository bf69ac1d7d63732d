import PhotosStore

/// The paths of the files of one asset, which follow from the pattern of paths.
struct AssetPaths: Sendable {
    /// The folder with a slash at its end; empty for the export's folder itself.
    let folder: String
    /// The name of the files without marks, numbers and extensions.
    let stem: String
    /// The path without number and extension.
    let base: String
    private let rules: TargetRules

    init(of asset: ExportedAsset, template: ExportTemplate, rules: TargetRules) {
        let parts = template.parts(for: asset.templateValues)
        let folders = parts.dropLast().map(rules.folder)
        stem = rules.part(parts.last ?? "")
        base = (folders + [stem]).joined(separator: "/")
        folder = folders.map { $0 + "/" }.joined()
        self.rules = rules
    }

    /// Takes the path without number and extension of an earlier export.
    init(base: String, rules: TargetRules) {
        let (above, name) = TargetFolder.split(base)
        stem = name
        folder = above.isEmpty ? "" : above + "/"
        self.base = base
        self.rules = rules
    }

    /// Returns the path of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - number: The number that distinguishes equal paths; 1 is not written.
    /// - Returns: The path; nil for a file in the folder of an album.
    func path(of file: WantedFile, number: Int) -> String? {
        path(at: file.place, number: number)
    }

    /// Returns the path of a file with a place.
    func path(at place: WantedFile.Place, number: Int) -> String? {
        switch place {
        case .beside(let part): folder + part.filename(stem: stem, number: number, rules: rules)
        case .sidecar(let part):
            folder + rules.sidecarName(of: part.filename(stem: stem, number: number, rules: rules))
        case .companion(let ending):
            folder + rules.name(stem, mark: number > 1 ? " (\(number))" : "", ending: ending)
        case .album: nil
        }
    }
}
