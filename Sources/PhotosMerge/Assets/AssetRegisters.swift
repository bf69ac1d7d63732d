/// The registers of one asset, read once.
package struct AssetRegisters: Sendable {
    package var id: SharedID
    package var existence: AdditionSet?
    package var creation: StampedValue?
    package var trash: (value: Trash, stamp: Stamp)?
    package var burst: StampedValue?
    /// Original files, present and absent.
    package var files: [(file: OriginalFile, value: StampedValue)] = []
    package var keywords: [(text: [UInt8], value: StampedValue)] = []
    /// The other values.
    package var values: [RegisterKind: StampedValue] = [:]

    package init(id: SharedID, _ registers: [Register]) {
        self.id = id
        for register in registers where register.key.object == id { add(register) }
    }

    private mutating func add(_ register: Register) {
        let (kind, element) = (register.key.kind, register.key.element)
        guard kind.subject == .asset else { return }
        guard let stamped = register.stamped else {
            if kind == .assetExistence { existence = register.set }
            return
        }
        switch kind {
        case .assetCreation: creation = stamped
        case .trash:
            if let value = Trash(value: stamped.value) { trash = (value, stamped.stamp) }
        case .burst: burst = stamped
        case .file:
            if let file = OriginalFile(element: element) { files.append((file, stamped)) }
        case .keyword: keywords.append((element, stamped))
        default: values[kind] = stamped
        }
    }

    /// What all purges of the asset had seen.
    package var purged: VersionVector { existence?.covered ?? VersionVector() }

    /// The original files that are present.
    package var presentFiles: [(file: OriginalFile, value: StampedValue)] {
        files.filter { !$0.value.value.isEmpty }
    }
}
