import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Parameters that choose between variants, and specialize inlined kernels. */
final class Choices {
    enum Mode {
        RELU,
        TANH
    }

    /* GRAPH activated__RELU(%x: f32[x..]) {
      %0 = ReLU(%x) : f32[x..]
      return out=%0
    }
    */
    /* GRAPH activated__TANH(%x: f32[x..]) {
      %0 = Tanh(%x) : f32[x..]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor activated(Tensor x, Mode mode) {
        return mode == Mode.RELU ? reLU(x) : tanh(x);
    }

    /* GRAPH scaled__false__a_x002db(%x: f32[x..], float by) {
      %factor = Scalar() {expression="by"} : f32[]
      %0 = Mul(%x, %factor) : f32[x..]
      return out=%0
    }
    */
    /* GRAPH scaled__false__c(%x: f32[x..], float by) {
      %factor = Scalar() {expression="by"} : f32[]
      %0 = Mul(%x, %factor) : f32[x..]
      return out=%0
    }
    */
    /* GRAPH scaled__true__a_x002db(%x: f32[x..], float by) {
      %factor = Scalar() {expression="-by"} : f32[]
      %0 = Mul(%x, %factor) : f32[x..]
      return out=%0
    }
    */
    /* GRAPH scaled__true__c(%x: f32[x..], float by) {
      %factor = Scalar() {expression="by"} : f32[]
      %0 = Mul(%x, %factor) : f32[x..]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor scaled(boolean negative, Tensor x, float by, @Variants({"a-b", "c"}) String name) {
        float factor = negative && !name.equals("c") ? -by : by;
        return mul(x, factor);
    }

    /* GRAPH converted__F16(%x: f32[n]) {
      %0 = Cast(%x) {dtype="f16"} : f16[n]
      return out=%0
    }
    */
    /* GRAPH converted__F64(%x: f32[n]) {
      %0 = Cast(%x) {dtype="f64"} : f64[n]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor converted(
            @TensorType("f32[n]") Tensor x, @Variants({"F16", "F64"}) DType dtype) {
        return cast(x, dtype);
    }

    /* GRAPH inlined__TANH(%x: f32[n]) {
      %0 = Tanh(%x) : f32[n]
      %factor = Scalar() {expression="-(0.5f)"} : f32[]
      %1 = Mul(%0, %factor) : f32[n]
      %2 = Cast(%1) {dtype="i32"} : i32[n]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor inlined(
            @TensorType("f32[n]") Tensor x, @Variants("TANH") Mode mode) {
        Tensor y = scaled(true, activated(x, mode), 0.5f, "unlisted");
        return converted(y, DType.I32);
    }
}
