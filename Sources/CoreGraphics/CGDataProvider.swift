public import Foundation

/// Bytes of an image.
public final class CGDataProvider: NSObject, Sendable {
    package let bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
        super.init()
    }

    /// Takes bytes.
    public convenience init?(data: CFData) { self.init(Data(referencing: data)) }

    /// The bytes.
    public var data: CFData? { NSData(data: bytes) }
}
