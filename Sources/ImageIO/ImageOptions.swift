import CoreGraphics
import Foundation
import PhotosMedia

/// The properties that a client passes for an image to write.
struct ImageOptions: Sendable {
    var properties: [String: PictureValue] = [:]
    /// The names of properties that null removes, as ``WrittenProperties`` takes them.
    var removed: Set<String> = []

    init() {}

    init(_ dictionary: CFDictionary?) {
        for (key, value) in dictionary ?? [:] {
            guard let name = Self.name(key) else { continue }
            if value is NSNull {
                removed.insert(name)
                continue
            }
            guard let group = value as? [AnyHashable: Any] else {
                properties[name] = Self.value(value)
                continue
            }
            var fields: [String: PictureValue] = [:]
            for (key, value) in group {
                guard let field = Self.name(key.base) else { continue }
                if value is NSNull {
                    removed.insert(name + "/" + field)
                } else {
                    fields[field] = Self.value(value)
                }
            }
            properties[name] = .group(fields)
        }
    }

    /// The quality from 1 to 100.
    var quality: Int? {
        guard let number = number(kCGImageDestinationLossyCompressionQuality), !number.isNaN else {
            return nil
        }
        return max(1, Int((min(max(number, 0), 1) * 100).rounded()))
    }

    /// The greatest number of pixels on the longer side.
    var longSide: Int? {
        guard let number = number(kCGImageDestinationImageMaxPixelSize), number >= 1 else {
            return nil
        }
        return Int(min(number, Double(MediaHeader.maximumSide)))
    }

    private func number(_ name: CFString) -> Double? {
        switch properties[String(describing: name)] {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    private static func name(_ key: Any) -> String? {
        key as? String ?? (key as? NSString).map { String(describing: $0) }
    }

    private static func value(_ value: Any) -> PictureValue? {
        switch value {
        case let text as String: return .text(text)
        case let text as NSString: return .text(String(describing: text))
        case let list as [Any]: return .list(list.compactMap(Self.value))
        case let number as NSNumber:
            let double = number.doubleValue
            if let whole = Int(exactly: double) { return .integer(whole) }
            return double.isFinite ? .number(double) : nil
        default: return nil
        }
    }
}
