import Foundation

/// Writes ICC profiles of displays, from three primaries and one curve.
package struct ICCProfile: Sendable, Equatable {
    package enum Curve: Sendable, Equatable {
        case sRGB
        case gamma(Double)
    }

    /// A colour without its lightness, in the CIE coordinates of 1931.
    package struct Chromaticity: Sendable, Equatable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// The coordinates at a luminance of 1.
        package var xyz: [Double] { [x / y, 1, (1 - x - y) / y] }
    }

    package var red: Chromaticity
    package var green: Chromaticity
    package var blue: Chromaticity
    package var white = Chromaticity(x: 0.3127, y: 0.3290)
    package var curve: Curve

    package init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, curve: Curve) {
        self.red = red
        self.green = green
        self.blue = blue
        self.curve = curve
    }

    package static let sRGB = ICCProfile(
        red: Chromaticity(x: 0.64, y: 0.33),
        green: Chromaticity(x: 0.30, y: 0.60),
        blue: Chromaticity(x: 0.15, y: 0.06),
        curve: .sRGB
    )
    package static let displayP3 = ICCProfile(
        red: Chromaticity(x: 0.680, y: 0.320),
        green: Chromaticity(x: 0.265, y: 0.690),
        blue: Chromaticity(x: 0.150, y: 0.060),
        curve: .sRGB
    )
    /// The primaries of BT.2020, with the curve of displays.
    package static let rec2020 = ICCProfile(
        red: Chromaticity(x: 0.708, y: 0.292),
        green: Chromaticity(x: 0.170, y: 0.797),
        blue: Chromaticity(x: 0.131, y: 0.046),
        curve: .sRGB
    )

    /// Returns a complete profile of version 4.
    package func data() -> [UInt8] {
        let primaries = adaptedPrimaries()
        var tags: [(name: String, content: [UInt8])] = [
            ("wtpt", Self.colorTag(of: [0.9642, 1, 0.8249]))
        ]
        for (index, name) in ["r", "g", "b"].enumerated() {
            tags.append((name + "XYZ", Self.colorTag(of: primaries.map { $0[index] })))
            tags.append((name + "TRC", curveTag()))
        }
        var directory = ByteWriter()
        var content = ByteWriter()
        let start = 128 + 4 + tags.count * 12
        directory.uint32(tags.count)
        for tag in tags {
            directory.text(tag.name)
            directory.uint32(start + content.bytes.count)
            directory.uint32(tag.content.count)
            content.append(tag.content)
        }
        return profileHeader(byteCount: start + content.bytes.count) + directory.bytes
            + content.bytes
    }

    private func profileHeader(byteCount: Int) -> [UInt8] {
        ByteWriter {
            $0.uint32(byteCount)
            $0.zeros(4)
            $0.uint32(0x0420_0000)
            $0.text("mntrRGB XYZ ")
            for part in [2024, 1, 1, 0, 0, 0] { $0.uint16(part) }
            $0.text("acsp")
            $0.zeros(28)
            $0.append(Self.fixedPointBytes(of: [0.9642, 1, 0.8249]))
            $0.zeros(48)
        }.bytes
    }

    private func curveTag() -> [UInt8] {
        let (kind, numbers) =
            switch curve {
            case .gamma(let gamma): (0, [gamma])
            case .sRGB: (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
            }
        return ByteWriter {
            $0.text("para")
            $0.zeros(4)
            $0.uint16(kind)
            $0.zeros(2)
            $0.append(Self.fixedPointBytes(of: numbers))
        }.bytes
    }

    /// Returns the matrix from red, green and blue light to XYZ, under the display's own white point.
    package func lightToXYZ() -> [[Double]] {
        let columns = [red.xyz, green.xyz, blue.xyz]
        let primaries = (0..<3).map { row in columns.map { $0[row] } }
        let amounts = Matrix.product(of: Matrix.inverse(primaries), and: white.xyz)
        return primaries.map { row in zip(row, amounts).map { $0 * $1 } }
    }

    /// Returns the matrix's columns under the white point of profiles, adapted with Bradford's method.
    private func adaptedPrimaries() -> [[Double]] {
        let cones = [
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
        ]
        let from = Matrix.product(of: cones, and: white.xyz)
        let to = Matrix.product(of: cones, and: [0.9642, 1, 0.8249])
        var scale = [[Double]](repeating: [0, 0, 0], count: 3)
        for index in 0..<3 { scale[index][index] = to[index] / from[index] }
        let adaptation = Matrix.product(
            of: Matrix.inverse(cones),
            and: Matrix.product(of: scale, and: cones)
        )
        return Matrix.product(of: adaptation, and: lightToXYZ())
    }

    private static func colorTag(of xyz: [Double]) -> [UInt8] {
        ByteWriter {
            $0.text("XYZ ")
            $0.zeros(4)
            $0.append(fixedPointBytes(of: xyz))
        }.bytes
    }

    private static func fixedPointBytes(of numbers: [Double]) -> [UInt8] {
        ByteWriter { writer in
            for number in numbers { writer.uint32(Int((number * 65536).rounded())) }
        }.bytes
    }
}

/// Matrices of three rows and columns.
package enum Matrix {
    package static func product(of matrix: [[Double]], and vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    package static func product(of first: [[Double]], and second: [[Double]]) -> [[Double]] {
        let columns = (0..<3).map { column in product(of: first, and: second.map { $0[column] }) }
        return (0..<3).map { row in columns.map { $0[row] } }
    }

    package static func inverse(_ m: [[Double]]) -> [[Double]] {
        func minor(row: Int, column: Int) -> Double {
            let (above, below) = ((row + 1) % 3, (row + 2) % 3)
            let (left, right) = ((column + 1) % 3, (column + 2) % 3)
            return m[above][left] * m[below][right] - m[above][right] * m[below][left]
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(row: 0, column: $1) }
        return (0..<3).map { row in (0..<3).map { minor(row: $0, column: row) / determinant } }
    }
}
