/// The meaning of a picture's colour values, in the numbers of ITU-T H.273.
package struct ColorCode: Sendable, Hashable, Codable {
    /// The number of the primaries: which red, green and blue.
    package var primaries: Int
    /// The number of the transfer characteristics: the curve from values to light.
    package var transfer: Int

    package init(primaries: Int, transfer: Int) {
        self.primaries = primaries
        self.transfer = transfer
    }

    /// The equivalent profile; nil if it is the default of pictures without a profile, or if no profile is equivalent.
    ///
    /// The curves of all displays are close enough to each other. Hybrid log-gamma counts among them, because it was
    /// designed for displays that do not know it.
    package var profile: ICCProfile? {
        let perceptualQuantizer = 16
        guard transfer != perceptualQuantizer else { return nil }
        switch primaries {
        case 9: return .rec2020
        case 11, 12: return .displayP3
        default: return nil
        }
    }
}
