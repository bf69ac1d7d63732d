import PhotosBase

/// A new property of a packet.
struct XMPProperty {
    enum Value {
        case text(String)
        case bag([String])
        case sequence([String])
        /// A text with the mark for all languages.
        case defaultLanguage(String)
        case faces([WrittenMetadata.Person])
    }

    var schema: XMPSchema
    var local: String
    var value: Value

    init(_ schema: XMPSchema, _ local: String, _ value: Value) {
        self.schema = schema
        self.local = local
        self.value = value
    }
}
