/// Registers in memory: a working set, or a small library.
package struct RegisterSet: RegisterRows, Hashable, Sendable {
    /// The registers of each object, in the order of their keys.
    private var objects: [SharedID: [Register]] = [:]
    /// The albums with a register that names an asset.
    private var albums: [SharedID: [SharedID]] = [:]
    private var derivations: [SharedID: MemberFile] = [:]

    private struct MemberFile: Hashable {
        var asset: SharedID
        var file: OriginalFile
    }

    package init() {}

    package var registers: [Register] { objects.values.flatMap { $0 } }

    package func register(_ key: RegisterKey) -> Register? {
        objects[key.object]?.first { $0.key == key }
    }

    /// Stores a register in the place of the one with its key.
    package mutating func store(_ register: Register, rules: MergeRules = MergeRules()) {
        let key = register.key
        var list = objects[key.object] ?? []
        // The list must not be shared while it changes.
        objects[key.object] = nil
        defer { objects[key.object] = list }
        guard let index = list.firstIndex(where: { !($0.key < key) }) else {
            list.append(register)
            return noteKey(key, rules)
        }
        if list[index].key == key {
            list[index] = register
        } else {
            list.insert(register, at: index)
            noteKey(key, rules)
        }
    }

    private mutating func noteKey(_ key: RegisterKey, _ rules: MergeRules) {
        if key.kind == .membership, let pair = key.pair {
            albums[pair.asset, default: []].append(pair.album)
            albums[pair.asset]?.sort()
        }
        if key.kind == .file, let file = OriginalFile(element: key.element) {
            derivations[rules.derivedAsset(of: key.object, file)] = MemberFile(
                asset: key.object,
                file: file
            )
        }
    }

    package func registers(of asset: SharedID) -> [Register] {
        (objects[asset] ?? []).filter { $0.key.kind.subject == .asset }
    }

    package func memberships(of asset: SharedID) -> [Register] {
        (albums[asset] ?? []).compactMap {
            register(RegisterKey(.membership, of: MemberPair(album: $0, asset: asset)))
        }
    }

    package func memberships(in album: SharedID) -> [Register] {
        (objects[album] ?? []).filter { $0.key.kind == .membership }
    }

    package func assets(keeping kept: SharedID) -> [SharedID] {
        objects.compactMap { id, registers in
            let trash = registers.first { $0.key.kind == .trash }?.stamped
            return trash.flatMap { Trash(value: $0.value) }?.kept == kept ? id : nil
        }
    }

    package func frames(of burst: [UInt8]) -> [SharedID] {
        objects.compactMap { id, registers in
            let isFrame = registers.contains {
                $0.key.kind == .burst && $0.stamped?.value == burst
            }
            return isFrame ? id : nil
        }
    }

    package func treeRegisters() -> [Register] {
        objects.values.flatMap { registers in
            registers.filter {
                [.place, .collectionExistence, .title].contains($0.key.kind)
            }
        }
    }

    package func derivation(of asset: SharedID) -> (asset: SharedID, file: OriginalFile)? {
        derivations[asset].map { ($0.asset, $0.file) }
    }

    package func frameFacts(of asset: SharedID) -> BurstFrame { BurstFrame(asset: asset) }

    /// All objects, for a small library.
    package var wholeScope: ShownScope {
        var scope = ShownScope()
        scope.hasTree = true
        for register in registers {
            let key = register.key
            switch key.kind.subject {
            case .asset: scope.assets.insert(key.object)
            case .collection: scope.collections.insert(key.object)
            case .member: if let pair = key.pair { scope.members.insert(pair) }
            case .burst: scope.bursts.insert(key.element)
            case .library, .file, nil: continue
            }
            if key.kind == .burst, let burst = register.stamped?.value, !burst.isEmpty {
                scope.bursts.insert(burst)
            }
        }
        scope.assets.formUnion(derivations.keys)
        return scope
    }
}
