// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The colour space of pixels.
///
/// Two colour spaces exist here: sRGB, which is also the device's colour space, and grey.
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

    /// Makes a colour space from its name; nil for names other than ``sRGB`` and ``genericGrayGamma2_2``.
    public convenience init?(name: CFString) {
        switch String(describing: name) {
        case String(describing: Self.sRGB): self.init(.colors)
        case String(describing: Self.genericGrayGamma2_2): self.init(.greys)
        default: return nil
        }
    }

    /// The name of the sRGB colour space.
    public static var sRGB: CFString { NSString(string: "kCGColorSpaceSRGB") }

    /// The name of the grey colour space.
    public static var genericGrayGamma2_2: CFString {
        NSString(string: "kCGColorSpaceGenericGrayGamma2_2")
    }

    /// The name of the colour space.
    public var name: CFString? { kind == .colors ? Self.sRGB : Self.genericGrayGamma2_2 }

    /// The number of components of a colour without alpha.
    public var numberOfComponents: Int { kind == .colors ? 3 : 1 }

    /// Returns whether both are the same colour space.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CGColorSpace)?.kind == kind
    }

    /// The hash of the colour space.
    public override var hash: Int { numberOfComponents }
}

/// Returns the colour space of the device, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.colors) }

/// Returns the grey colour space of the device.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.greys) }
