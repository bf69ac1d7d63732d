/// What a picture shows.
struct Scene {
    enum Subject {
        case forestPath
        case lake
        case meadow
        case ridges
        case summit
        case seaOfFog
        case hut
        case flowers
    }

    var subject: Subject
    /// The hour of the day, 12.5 for half past twelve.
    var hour: Float
    var seed: Int
    /// How much of the sky clouds cover, 0 to 1.
    var clouds: Float
    /// How far snow comes down the high ridges, 0 to 1.
    var snow: Float
}
