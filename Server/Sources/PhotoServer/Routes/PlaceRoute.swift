import Hummingbird
import OpenPhotoKit
import Photos
import ServeRules

/// Places by their names, for whoever sets the place of photos.
struct PlaceRoute {
    private static let mostPlaces = 20

    private static let longestName = 100

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/places", for: .changer, answer: sendPlaces)
    }

    private func sendPlaces(_ call: Call) async throws -> Response {
        // Counted as JSON Schema does.
        guard let name = call.query["name"], name.unicodeScalars.count <= Self.longestName else {
            throw Problem.badRequest(
                "\"name\" is the beginning of a name of up to \(Self.longestName) characters."
            )
        }
        let count = try call.queryNumber("count", in: 1...Self.mostPlaces, default: 8)
        let library = call.client.library
        let views = library.views
        let model = try await library.read {
            PlacesModel(
                hasTable: views.library.placeCount != nil,
                places: views.library.places(beginningWith: name, limit: count).map {
                    PlacesModel.Place($0)
                }
            )
        }
        return JSONAnswer.ok(model)
    }
}

private struct PlacesModel: Encodable, Sendable {
    struct Place: Encodable, Sendable {
        let name: String
        /// The names of what is around the place, the smallest first.
        let around: [String]
        let latitude: Double
        let longitude: Double

        init(_ place: PhotoPlace) {
            name = place.name
            var names: [String] = []
            for name in [place.district, place.region, place.country]
            where !name.isEmpty && !names.contains(name) { names.append(name) }
            around = names
            (latitude, longitude) = (place.latitude, place.longitude)
        }
    }

    /// Whether the library has a table of places.
    let hasTable: Bool
    let places: [Place]
}
