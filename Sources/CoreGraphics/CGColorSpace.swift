// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// What the numbers of a pixel mean.
///
/// There are two: sRGB, which is also the device's colours, and its greys.
public final class CGColorSpace: NSObject, Sendable {
    enum Kind: Sendable {
        case colors
        case greys
    }

    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
        super.init()
    }

    /// Finds a colour space by its name; nil for all but ``sRGB`` and ``genericGrayGamma2_2``.
    public convenience init?(name: CFString) {
        switch String(describing: name) {
        case String(describing: Self.sRGB): self.init(.colors)
        case String(describing: Self.genericGrayGamma2_2): self.init(.greys)
        default: return nil
        }
    }

    /// The name of the colours of the web.
    public static var sRGB: CFString { NSString(string: "kCGColorSpaceSRGB") }

    /// The name of their greys.
    public static var genericGrayGamma2_2: CFString {
        NSString(string: "kCGColorSpaceGenericGrayGamma2_2")
    }

    /// The name of the colour space.
    public var name: CFString? { kind == .colors ? Self.sRGB : Self.genericGrayGamma2_2 }

    /// The number of numbers of a colour, transparency left out.
    public var numberOfComponents: Int { kind == .colors ? 3 : 1 }

    /// Whether both are the same colours.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CGColorSpace)?.kind == kind
    }

    /// Follows from the colours.
    public override var hash: Int { numberOfComponents }
}

/// The colours of a screen, which are those of sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.colors) }

/// The greys of a screen.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.greys) }
