import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import static io.graphkernel.runtime.Ops.*;

final class Example {
    // says 'k13(x)' exceeds the limit of 20000 ops
    @GraphKernel
    static Tensor k0(Tensor x) {
        return neg(x);
    }

    @GraphKernel
    static Tensor k1(Tensor x) {
        return add(k0(x), k0(x));
    }

    @GraphKernel
    static Tensor k2(Tensor x) {
        return add(k1(x), k1(x));
    }

    @GraphKernel
    static Tensor k3(Tensor x) {
        return add(k2(x), k2(x));
    }

    @GraphKernel
    static Tensor k4(Tensor x) {
        return add(k3(x), k3(x));
    }

    @GraphKernel
    static Tensor k5(Tensor x) {
        return add(k4(x), k4(x));
    }

    @GraphKernel
    static Tensor k6(Tensor x) {
        return add(k5(x), k5(x));
    }

    @GraphKernel
    static Tensor k7(Tensor x) {
        return add(k6(x), k6(x));
    }

    @GraphKernel
    static Tensor k8(Tensor x) {
        return add(k7(x), k7(x));
    }

    @GraphKernel
    static Tensor k9(Tensor x) {
        return add(k8(x), k8(x));
    }

    @GraphKernel
    static Tensor k10(Tensor x) {
        return add(k9(x), k9(x));
    }

    @GraphKernel
    static Tensor k11(Tensor x) {
        return add(k10(x), k10(x));
    }

    @GraphKernel
    static Tensor k12(Tensor x) {
        return add(k11(x), k11(x));
    }

    @GraphKernel
    static Tensor k13(Tensor x) {
        return add(k12(x), k12(x));
    }

    @GraphKernel
    static Tensor k14(Tensor x) {
        return add(k13(x), k13(x));
//                         ^ GK-1208
    }

    @GraphKernel
    static Tensor k15(Tensor x) {
        return add(k14(x), k14(x));
    }

    @GraphKernel
    static Tensor k16(Tensor x) {
        return add(k15(x), k15(x));
    }

    @GraphKernel
    static Tensor k17(Tensor x) {
        return add(k16(x), k16(x));
    }

    @GraphKernel
    static Tensor k18(Tensor x) {
        return add(k17(x), k17(x));
    }

    @GraphKernel
    static Tensor k19(Tensor x) {
        return add(k18(x), k18(x));
    }

    @GraphKernel
    static Tensor k20(Tensor x) {
        return add(k19(x), k19(x));
    }

    @GraphKernel
    static Tensor k21(Tensor x) {
        return add(k20(x), k20(x));
    }

    @GraphKernel
    static Tensor k22(Tensor x) {
        return add(k21(x), k21(x));
    }

    @GraphKernel
    static Tensor k23(Tensor x) {
        return add(k22(x), k22(x));
    }

    @GraphKernel
    static Tensor k24(Tensor x) {
        return add(k23(x), k23(x));
    }

    @GraphKernel
    static Tensor k25(Tensor x) {
        return add(k24(x), k24(x));
    }

    @GraphKernel
    static Tensor k26(Tensor x) {
        return add(k25(x), k25(x));
    }

    @GraphKernel
    static Tensor k27(Tensor x) {
        return add(k26(x), k26(x));
    }

    @GraphKernel
    static Tensor k28(Tensor x) {
        return add(k27(x), k27(x));
    }

    @GraphKernel
    static Tensor k29(Tensor x) {
        return add(k28(x), k28(x));
    }

    @GraphKernel
    static Tensor k30(Tensor x) {
        return add(k29(x), k29(x));
    }
}
