extension JSON {
    /// Makes the value that a type encodes, with the members in the order in which they are written.
    init(encoding value: some Encodable) {
        let encoder = JSONValueEncoder()
        // Texts, numbers and lists of them can always be encoded.
        try? encoder.write(value)
        self = encoder.json
    }

    /// Returns a member of an object; nil if it has none of this name, or the value is no object.
    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }

    /// Returns an object with further members at its end.
    func adding(_ members: [(String, JSON)]) -> JSON {
        guard case .object(let present) = self else { return self }
        return .object(present + members)
    }
}

/// Collects one value; members and elements have encoders of their own.
private final class JSONValueEncoder: Encoder {
    private enum Content {
        case value(JSON)
        case list([JSONValueEncoder])
        case object([(name: String, value: JSONValueEncoder)])
    }

    private var content = Content.value(.null)
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    var json: JSON {
        switch content {
        case .value(let value): value
        case .list(let elements): .list(elements.map(\.json))
        case .object(let members): .object(members.map { ($0.name, $0.value.json) })
        }
    }

    var count: Int {
        if case .list(let elements) = content { elements.count } else { 0 }
    }

    func write(_ value: some Encodable) throws {
        switch value {
        case let flag as Bool: content = .value(JSON(flag))
        case let text as String: content = .value(JSON(text))
        case let number as any BinaryInteger: content = .value(.integer(Int64(clamping: number)))
        case let number as any BinaryFloatingPoint: content = .value(JSON(Double(number)))
        default: try value.encode(to: self)
        }
    }

    /// Returns the encoder of a further element.
    func nextElement() -> JSONValueEncoder {
        let element = JSONValueEncoder()
        guard case .list(let elements) = content else { return element }
        content = .list(elements + [element])
        return element
    }

    /// Returns the encoder of a further member.
    func member(_ key: some CodingKey) -> JSONValueEncoder {
        let member = JSONValueEncoder()
        guard case .object(let members) = content else { return member }
        content = .object(members + [(key.stringValue, member)])
        return member
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = content {} else { content = .object([]) }
        return KeyedEncodingContainer(JSONMembers(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = content {} else { content = .list([]) }
        return JSONElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONScalar(encoder: self) }
}

private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) { _ = encoder.member(key) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        try encoder.member(key).write(value)
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct JSONElements: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder
    let codingPath: [any CodingKey] = []
    var count: Int { encoder.count }

    func encodeNil() { _ = encoder.nextElement() }
    func encode(_ value: some Encodable) throws { try encoder.nextElement().write(value) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { encoder.nextElement().container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.nextElement().unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder.nextElement() }
}

private struct JSONScalar: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try encoder.write(value) }
}
