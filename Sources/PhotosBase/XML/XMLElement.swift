/// An element of an XML document, with the ranges of its bytes.
public struct XMLElement: Sendable {
    /// An attribute with its value, whose references are replaced.
    public struct Attribute: Sendable {
        /// The name; of one without a prefix the namespace is empty.
        public var name: XMLName
        /// The value.
        public var value: String
        /// The bytes of name and value, with the blanks before them.
        public var range: Range<Int>
    }

    /// The name.
    public var name: XMLName
    /// The prefix as written; empty if there is none.
    public var prefix: String
    /// The attributes that declare no namespace, in their order.
    public var attributes: [Attribute]
    /// The bytes from the beginning of the start tag to the end of the end tag.
    public var range: Range<Int>
    /// The bytes between start tag and end tag; nil if one tag is both.
    public var content: Range<Int>?
    /// The elements directly inside the element, in their order.
    public var children: [XMLElement] = []
    /// The texts directly inside the element, without those of its children.
    public var text = ""

    /// Returns the value of an attribute; nil if there is none with the name.
    public func attribute(_ name: XMLName) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// A name with its namespace.
public struct XMLName: Hashable, Sendable {
    /// The namespace's address; empty if the name has none.
    public var namespace: String
    /// The name without a prefix.
    public var local: String

    /// Makes a name.
    public init(namespace: String, local: String) {
        self.namespace = namespace
        self.local = local
    }
}
