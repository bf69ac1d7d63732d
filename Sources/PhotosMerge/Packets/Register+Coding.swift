extension Register {
    /// The longest value, in bytes.
    package static let longestValue = 1 << 20
    /// The longest element, in bytes.
    package static let longestElement = 4_096

    /// The canonical form: registers are equal exactly if their bytes are.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Reads a register from its canonical form.
    ///
    /// - Throws: A ``MergeError`` if the bytes are anything else.
    package init(bytes: [UInt8]) throws(MergeError) {
        var reader = ByteReader(bytes)
        self = try reader.register()
        guard reader.isAtEnd else { throw .trailingBytes }
    }

    /// Whether the value fits the kind.
    ///
    /// A register whose value does not is set aside with a name. The packet is merged without it.
    package var hasValidValue: Bool {
        guard let value = stamped?.value else { return key.hasValidElement }
        guard key.hasValidElement else { return false }
        return switch key.kind {
        case .trash: Trash(value: value) != nil
        case .assetCreation: Creation(value: value) != nil
        case .place: CollectionPlace(value: value) != nil
        case .memberPosition, .childPosition: (try? ListPosition(bytes: value)) != nil
        case .burstChoice: value.isEmpty || value.count == 16
        default: true
        }
    }
}

extension RegisterKey {
    fileprivate var hasValidElement: Bool {
        switch kind {
        case .membership, .memberPosition: element.count == 16
        case .file: OriginalFile(element: element) != nil
        case .keyword, .burstChoice: !element.isEmpty
        case .noDuplicates: element.count == 32
        case .facts: element.count == 32
        default: kind.way == nil || element.isEmpty
        }
    }
}

extension ByteWriter {
    mutating func write(_ register: Register) {
        write(register.key.kind.rawValue)
        write(register.key.object.id)
        write(register.key.element)
        write(register.content.way.rawValue)
        switch register.content {
        case .latest(let value), .maximum(let value):
            write(value.stamp)
            write(value.value)
        case .additions(let set):
            write(set.additions)
            write(set.removals)
            write(set.covered)
        }
    }
}

extension ByteReader {
    mutating func register() throws(MergeError) -> Register {
        let kind = RegisterKind(rawValue: try short())
        let object = SharedID(try uniqueID())
        let element = try text(atMost: Register.longestElement)
        let key = RegisterKey(kind, of: object, element: element)
        let number = try byte()
        guard let way = MergeWay(rawValue: number) else {
            throw .unknownWay(number, kind: kind.rawValue)
        }
        if let known = kind.way, known != way {
            throw .otherWay(number, kind: kind.rawValue)
        }
        switch way {
        case .latest, .maximum:
            let stamp = try stamp()
            let value = StampedValue(
                value: try text(atMost: Register.longestValue),
                stamp: stamp
            )
            return Register(key, way == .latest ? .latest(value) : .maximum(value))
        case .additions:
            let additions = try stamps()
            let removals = try stamps()
            let set = AdditionSet(
                additions: additions,
                removals: removals,
                covered: try vector()
            )
            // What removals cover is left out, and a set of which nothing is left is no register.
            guard additions.allSatisfy({ !set.covered.covers($0.dot) }),
                !additions.isEmpty || !removals.isEmpty
            else { throw .notCanonical }
            return Register(key, set)
        }
    }
}
