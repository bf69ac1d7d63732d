extension Condition {
    /// An equivalent condition in its simplest form.
    ///
    /// Identifiers become UUIDs, for which there is an index, and parts with a known result are removed.
    package var simplified: Condition {
        switch self {
        case .constant:
            self
        case .comparison(let left, let operation, let right, let options):
            Self.simplifiedComparison(of: left, by: operation, with: right, options: options)
        case .membership(let expression, let set):
            if let value = expression.constant {
                .constant(set.contains(value))
            } else if case .localIdentifier(let record) = expression, set.options.isEmpty {
                Self.identifiers(set.values.compactMap(\.text), of: record)
            } else {
                self
            }
        case .words, .area:
            self
        case .all(let parts):
            Self.joinedCondition(of: parts, unless: false) {
                if case .all(let inner) = $0 { inner } else { [$0] }
            }
        case .any(let parts):
            Self.joinedCondition(of: parts, unless: true) {
                if case .any(let inner) = $0 { inner } else { [$0] }
            }
        case .not(let part):
            switch part.simplified {
            case .constant(let answer): .constant(!answer)
            case .not(let inner): inner
            case let part: .not(part)
            }
        }
    }

    private static func simplifiedComparison(
        of left: Expression,
        by operation: Operator,
        with right: Expression,
        options: TextOptions
    ) -> Condition {
        if let left = left.constant, let right = right.constant {
            return .constant(operation.holds(between: left, and: right, options: options))
        }
        if left.constant != nil, let flipped = operation.flipped {
            return simplifiedComparison(of: right, by: flipped, with: left, options: options)
        }
        guard case .localIdentifier(let record) = left, let value = right.constant,
            operation == .equal || operation == .notEqual
        else { return .comparison(left, operation, right, options) }
        let same: Condition
        switch value {
        case .null:
            same = .field(record.uuid, .equal, .null)
        case .text(let text) where options.isEmpty:
            same = identifiers([text], of: record)
        default:
            return .comparison(left, operation, right, options)
        }
        return operation == .equal ? same : Condition.not(same).simplified
    }

    private static func joinedCondition(
        of parts: [Condition],
        unless decisive: Bool,
        flatten: (Condition) -> [Condition]
    ) -> Condition {
        var joined: [Condition] = []
        for part in parts {
            switch part.simplified {
            case .constant(decisive): return .constant(decisive)
            case .constant: break
            case let part: joined += flatten(part)
            }
        }
        if joined.isEmpty { return .constant(!decisive) }
        if joined.count == 1 { return joined[0] }
        return decisive ? .any(joined) : .all(joined)
    }

    /// Returns the condition that a record has one of the identifiers.
    ///
    /// Texts that are no identifiers, and identifiers of another kind of object, match nothing.
    private static func identifiers(_ texts: [String], of record: IdentifiedRecord) -> Condition {
        let named = Dictionary(grouping: texts.compactMap { LocalIdentifier($0) }, by: \.kind)
        func uuids(_ kind: ObjectKind) -> Condition {
            let uuids = named[kind, default: []].map { FieldValue.blob($0.uuid.bytes) }
            return switch uuids.count {
            case 0: .constant(false)
            case 1: .field(record.uuid, .equal, uuids[0])
            default: .membership(.field(record.uuid), ValueSet(uuids))
            }
        }
        switch record {
        case .asset:
            return uuids(.asset)
        case .collection:
            let isFolder = field(.collection(.kind), .equal, Expression.folderKind)
            return Condition.any([
                .all([uuids(.folder), isFolder]),
                .all([uuids(.album), .not(isFolder)]),
            ]).simplified
        }
    }
}

extension Condition.IdentifiedRecord {
    var uuid: Field {
        switch self {
        case .asset: .asset(.uuid)
        case .collection: .collection(.uuid)
        }
    }
}
