import io.graphkernel.annotations.*;

final class Example {
    // says it is private
    @ElementFunction
    private static float squared(float x) {
//                       ^ GK-1234
        return x * x;
    }
}
