// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// On Apple's systems these are types of Core Foundation, which Swift bridges to Foundation. Here they are
// Foundation's classes, so that `url as CFURL`, `options as CFDictionary` and `properties as? [CFString: Any]`
// compile with the same result.

/// Core Foundation's name of immutable bytes.
public typealias CFData = NSData

/// Core Foundation's name of mutable bytes.
public typealias CFMutableData = NSMutableData

/// Core Foundation's name of a string.
public typealias CFString = NSString

/// Core Foundation's name of a dictionary.
public typealias CFDictionary = NSDictionary

/// Core Foundation's name of an array.
public typealias CFArray = NSArray

/// Core Foundation's name of a URL.
public typealias CFURL = NSURL

/// Core Foundation's name of a number.
public typealias CFNumber = NSNumber

/// Core Foundation's name of a truth value.
public typealias CFBoolean = NSNumber

/// Core Foundation's name of any object.
public typealias CFTypeRef = AnyObject

/// Core Foundation's name of an allocator, of which there is only the default one.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The default allocator, which nil also means.
public let kCFAllocatorDefault: CFAllocator! = nil

/// The value that stands for no value: in properties of images it removes a property.
public var kCFNull: NSNull! { NSNull() }

/// The value true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The value false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// Makes an empty object for bytes.
///
/// - Parameters:
///   - allocator: An allocator without effect.
///   - capacity: The greatest number of bytes, which has no effect; 0 means no limit.
/// - Returns: The object; never nil here.
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: Int) -> CFMutableData! {
    NSMutableData()
}

/// Returns the number of bytes.
public func CFDataGetLength(_ data: CFData) -> Int { data.length }

/// Returns a pointer to the bytes, which is valid as long as the data exists.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
    data.length == 0 ? nil : data.bytes.assumingMemoryBound(to: UInt8.self)
}
