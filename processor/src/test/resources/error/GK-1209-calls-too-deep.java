import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import static io.graphkernel.runtime.Ops.*;

final class Example {
    // says 'k4' is called through more than 100 kernels
    @GraphKernel
    static Tensor k105(Tensor x) {
        return neg(k104(x));
    }

    @GraphKernel
    static Tensor k104(Tensor x) {
        return neg(k103(x));
    }

    @GraphKernel
    static Tensor k103(Tensor x) {
        return neg(k102(x));
    }

    @GraphKernel
    static Tensor k102(Tensor x) {
        return neg(k101(x));
    }

    @GraphKernel
    static Tensor k101(Tensor x) {
        return neg(k100(x));
    }

    @GraphKernel
    static Tensor k100(Tensor x) {
        return neg(k99(x));
    }

    @GraphKernel
    static Tensor k99(Tensor x) {
        return neg(k98(x));
    }

    @GraphKernel
    static Tensor k98(Tensor x) {
        return neg(k97(x));
    }

    @GraphKernel
    static Tensor k97(Tensor x) {
        return neg(k96(x));
    }

    @GraphKernel
    static Tensor k96(Tensor x) {
        return neg(k95(x));
    }

    @GraphKernel
    static Tensor k95(Tensor x) {
        return neg(k94(x));
    }

    @GraphKernel
    static Tensor k94(Tensor x) {
        return neg(k93(x));
    }

    @GraphKernel
    static Tensor k93(Tensor x) {
        return neg(k92(x));
    }

    @GraphKernel
    static Tensor k92(Tensor x) {
        return neg(k91(x));
    }

    @GraphKernel
    static Tensor k91(Tensor x) {
        return neg(k90(x));
    }

    @GraphKernel
    static Tensor k90(Tensor x) {
        return neg(k89(x));
    }

    @GraphKernel
    static Tensor k89(Tensor x) {
        return neg(k88(x));
    }

    @GraphKernel
    static Tensor k88(Tensor x) {
        return neg(k87(x));
    }

    @GraphKernel
    static Tensor k87(Tensor x) {
        return neg(k86(x));
    }

    @GraphKernel
    static Tensor k86(Tensor x) {
        return neg(k85(x));
    }

    @GraphKernel
    static Tensor k85(Tensor x) {
        return neg(k84(x));
    }

    @GraphKernel
    static Tensor k84(Tensor x) {
        return neg(k83(x));
    }

    @GraphKernel
    static Tensor k83(Tensor x) {
        return neg(k82(x));
    }

    @GraphKernel
    static Tensor k82(Tensor x) {
        return neg(k81(x));
    }

    @GraphKernel
    static Tensor k81(Tensor x) {
        return neg(k80(x));
    }

    @GraphKernel
    static Tensor k80(Tensor x) {
        return neg(k79(x));
    }

    @GraphKernel
    static Tensor k79(Tensor x) {
        return neg(k78(x));
    }

    @GraphKernel
    static Tensor k78(Tensor x) {
        return neg(k77(x));
    }

    @GraphKernel
    static Tensor k77(Tensor x) {
        return neg(k76(x));
    }

    @GraphKernel
    static Tensor k76(Tensor x) {
        return neg(k75(x));
    }

    @GraphKernel
    static Tensor k75(Tensor x) {
        return neg(k74(x));
    }

    @GraphKernel
    static Tensor k74(Tensor x) {
        return neg(k73(x));
    }

    @GraphKernel
    static Tensor k73(Tensor x) {
        return neg(k72(x));
    }

    @GraphKernel
    static Tensor k72(Tensor x) {
        return neg(k71(x));
    }

    @GraphKernel
    static Tensor k71(Tensor x) {
        return neg(k70(x));
    }

    @GraphKernel
    static Tensor k70(Tensor x) {
        return neg(k69(x));
    }

    @GraphKernel
    static Tensor k69(Tensor x) {
        return neg(k68(x));
    }

    @GraphKernel
    static Tensor k68(Tensor x) {
        return neg(k67(x));
    }

    @GraphKernel
    static Tensor k67(Tensor x) {
        return neg(k66(x));
    }

    @GraphKernel
    static Tensor k66(Tensor x) {
        return neg(k65(x));
    }

    @GraphKernel
    static Tensor k65(Tensor x) {
        return neg(k64(x));
    }

    @GraphKernel
    static Tensor k64(Tensor x) {
        return neg(k63(x));
    }

    @GraphKernel
    static Tensor k63(Tensor x) {
        return neg(k62(x));
    }

    @GraphKernel
    static Tensor k62(Tensor x) {
        return neg(k61(x));
    }

    @GraphKernel
    static Tensor k61(Tensor x) {
        return neg(k60(x));
    }

    @GraphKernel
    static Tensor k60(Tensor x) {
        return neg(k59(x));
    }

    @GraphKernel
    static Tensor k59(Tensor x) {
        return neg(k58(x));
    }

    @GraphKernel
    static Tensor k58(Tensor x) {
        return neg(k57(x));
    }

    @GraphKernel
    static Tensor k57(Tensor x) {
        return neg(k56(x));
    }

    @GraphKernel
    static Tensor k56(Tensor x) {
        return neg(k55(x));
    }

    @GraphKernel
    static Tensor k55(Tensor x) {
        return neg(k54(x));
    }

    @GraphKernel
    static Tensor k54(Tensor x) {
        return neg(k53(x));
    }

    @GraphKernel
    static Tensor k53(Tensor x) {
        return neg(k52(x));
    }

    @GraphKernel
    static Tensor k52(Tensor x) {
        return neg(k51(x));
    }

    @GraphKernel
    static Tensor k51(Tensor x) {
        return neg(k50(x));
    }

    @GraphKernel
    static Tensor k50(Tensor x) {
        return neg(k49(x));
    }

    @GraphKernel
    static Tensor k49(Tensor x) {
        return neg(k48(x));
    }

    @GraphKernel
    static Tensor k48(Tensor x) {
        return neg(k47(x));
    }

    @GraphKernel
    static Tensor k47(Tensor x) {
        return neg(k46(x));
    }

    @GraphKernel
    static Tensor k46(Tensor x) {
        return neg(k45(x));
    }

    @GraphKernel
    static Tensor k45(Tensor x) {
        return neg(k44(x));
    }

    @GraphKernel
    static Tensor k44(Tensor x) {
        return neg(k43(x));
    }

    @GraphKernel
    static Tensor k43(Tensor x) {
        return neg(k42(x));
    }

    @GraphKernel
    static Tensor k42(Tensor x) {
        return neg(k41(x));
    }

    @GraphKernel
    static Tensor k41(Tensor x) {
        return neg(k40(x));
    }

    @GraphKernel
    static Tensor k40(Tensor x) {
        return neg(k39(x));
    }

    @GraphKernel
    static Tensor k39(Tensor x) {
        return neg(k38(x));
    }

    @GraphKernel
    static Tensor k38(Tensor x) {
        return neg(k37(x));
    }

    @GraphKernel
    static Tensor k37(Tensor x) {
        return neg(k36(x));
    }

    @GraphKernel
    static Tensor k36(Tensor x) {
        return neg(k35(x));
    }

    @GraphKernel
    static Tensor k35(Tensor x) {
        return neg(k34(x));
    }

    @GraphKernel
    static Tensor k34(Tensor x) {
        return neg(k33(x));
    }

    @GraphKernel
    static Tensor k33(Tensor x) {
        return neg(k32(x));
    }

    @GraphKernel
    static Tensor k32(Tensor x) {
        return neg(k31(x));
    }

    @GraphKernel
    static Tensor k31(Tensor x) {
        return neg(k30(x));
    }

    @GraphKernel
    static Tensor k30(Tensor x) {
        return neg(k29(x));
    }

    @GraphKernel
    static Tensor k29(Tensor x) {
        return neg(k28(x));
    }

    @GraphKernel
    static Tensor k28(Tensor x) {
        return neg(k27(x));
    }

    @GraphKernel
    static Tensor k27(Tensor x) {
        return neg(k26(x));
    }

    @GraphKernel
    static Tensor k26(Tensor x) {
        return neg(k25(x));
    }

    @GraphKernel
    static Tensor k25(Tensor x) {
        return neg(k24(x));
    }

    @GraphKernel
    static Tensor k24(Tensor x) {
        return neg(k23(x));
    }

    @GraphKernel
    static Tensor k23(Tensor x) {
        return neg(k22(x));
    }

    @GraphKernel
    static Tensor k22(Tensor x) {
        return neg(k21(x));
    }

    @GraphKernel
    static Tensor k21(Tensor x) {
        return neg(k20(x));
    }

    @GraphKernel
    static Tensor k20(Tensor x) {
        return neg(k19(x));
    }

    @GraphKernel
    static Tensor k19(Tensor x) {
        return neg(k18(x));
    }

    @GraphKernel
    static Tensor k18(Tensor x) {
        return neg(k17(x));
    }

    @GraphKernel
    static Tensor k17(Tensor x) {
        return neg(k16(x));
    }

    @GraphKernel
    static Tensor k16(Tensor x) {
        return neg(k15(x));
    }

    @GraphKernel
    static Tensor k15(Tensor x) {
        return neg(k14(x));
    }

    @GraphKernel
    static Tensor k14(Tensor x) {
        return neg(k13(x));
    }

    @GraphKernel
    static Tensor k13(Tensor x) {
        return neg(k12(x));
    }

    @GraphKernel
    static Tensor k12(Tensor x) {
        return neg(k11(x));
    }

    @GraphKernel
    static Tensor k11(Tensor x) {
        return neg(k10(x));
    }

    @GraphKernel
    static Tensor k10(Tensor x) {
        return neg(k9(x));
    }

    @GraphKernel
    static Tensor k9(Tensor x) {
        return neg(k8(x));
    }

    @GraphKernel
    static Tensor k8(Tensor x) {
        return neg(k7(x));
    }

    @GraphKernel
    static Tensor k7(Tensor x) {
        return neg(k6(x));
    }

    @GraphKernel
    static Tensor k6(Tensor x) {
        return neg(k5(x));
    }

    @GraphKernel
    static Tensor k5(Tensor x) {
        return neg(k4(x));
//                 ^ GK-1209
    }

    @GraphKernel
    static Tensor k4(Tensor x) {
        return neg(k3(x));
    }

    @GraphKernel
    static Tensor k3(Tensor x) {
        return neg(k2(x));
    }

    @GraphKernel
    static Tensor k2(Tensor x) {
        return neg(k1(x));
    }

    @GraphKernel
    static Tensor k1(Tensor x) {
        return neg(k0(x));
    }

    @GraphKernel
    static Tensor k0(Tensor x) {
        return neg(x);
    }
}
