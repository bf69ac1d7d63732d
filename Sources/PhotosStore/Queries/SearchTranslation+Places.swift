import PhotosSearch

extension SearchTranslation {
    /// Returns the condition that an asset was taken in a part of the earth.
    static func condition(_ area: SearchArea) -> Condition {
        switch area.shape {
        case .box(let box): .area(AreaCondition(.box(box)))
        case .around(let points, let metres):
            .any(points.map { .area(AreaCondition(.circle($0, metres: metres))) })
        }
    }
}
