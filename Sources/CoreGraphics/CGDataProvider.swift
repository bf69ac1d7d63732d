public import Foundation

/// The bytes of an image.
public final class CGDataProvider: NSObject, Sendable {
    package let bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
        super.init()
    }

    /// Makes a provider of bytes.
    public convenience init?(data: CFData) { self.init(Data(referencing: data)) }

    /// The bytes.
    public var data: CFData? { NSData(data: bytes) }
}
