import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static Tensor f0(Tensor x) {
        return f1(x);
    }

    static Tensor f1(Tensor x) {
        return f2(x);
    }

    static Tensor f2(Tensor x) {
        return f3(x);
    }

    static Tensor f3(Tensor x) {
        return f4(x);
    }

    static Tensor f4(Tensor x) {
        return f5(x);
    }

    static Tensor f5(Tensor x) {
        return f6(x);
    }

    static Tensor f6(Tensor x) {
        return f7(x);
    }

    static Tensor f7(Tensor x) {
        return f8(x);
    }

    static Tensor f8(Tensor x) {
        return f9(x);
    }

    static Tensor f9(Tensor x) {
        return f10(x);
    }

    static Tensor f10(Tensor x) {
        return f11(x);
    }

    static Tensor f11(Tensor x) {
        return f12(x);
    }

    static Tensor f12(Tensor x) {
        return f13(x);
    }

    static Tensor f13(Tensor x) {
        return f14(x);
    }

    static Tensor f14(Tensor x) {
        return f15(x);
    }

    static Tensor f15(Tensor x) {
        return f16(x);
    }

    static Tensor f16(Tensor x) {
        return f17(x);
    }

    static Tensor f17(Tensor x) {
        return f18(x);
    }

    static Tensor f18(Tensor x) {
        return f19(x);
    }

    static Tensor f19(Tensor x) {
        return f20(x);
    }

    static Tensor f20(Tensor x) {
        return f21(x);
    }

    static Tensor f21(Tensor x) {
        return f22(x);
    }

    static Tensor f22(Tensor x) {
        return f23(x);
    }

    static Tensor f23(Tensor x) {
        return f24(x);
    }

    static Tensor f24(Tensor x) {
        return f25(x);
    }

    static Tensor f25(Tensor x) {
        return f26(x);
    }

    static Tensor f26(Tensor x) {
        return f27(x);
    }

    static Tensor f27(Tensor x) {
        return f28(x);
    }

    static Tensor f28(Tensor x) {
        return f29(x);
    }

    static Tensor f29(Tensor x) {
        return f30(x);
//             ^ GK-1209
    }

    static Tensor f30(Tensor x) {
        return f31(x);
    }

    static Tensor f31(Tensor x) {
        return x;
    }

    @GraphKernel
    static Tensor deep(@TensorType("f32[n]") Tensor x) {
        return f0(x);
    }
}
