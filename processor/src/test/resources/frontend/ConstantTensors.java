package demo;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.gather;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.select;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Constant tensors, by all forms in which their elements may be written. */
public final class ConstantTensors {

    private static final int COUNT = 2;
    static final float[] TABLE = {1, -2f, 'a', COUNT * 0.5f, (float) Math.PI, 1e-3f};
    private static final long[] ORDER = new long[] {1, 0};

    public static final class Inner {
        /* GRAPH ofTheClassAround(%x: f32[3, 2]) {
          %0 = TensorConstant() {sha256="1f8dc53a5274580a26813e8853275410e2787d3b83d288a40d4f1c45774ae136"} : f32[3, 2]
          %1 = Add(%x, %0) : f32[3, 2]
          return out=%1
        }
        */
        @GraphKernel
        public static Tensor ofTheClassAround(@TensorType("f32[3, 2]") Tensor x) {
            return add(x, Tensor.of(ConstantTensors.TABLE, 3, COUNT));
        }
    }

    /* GRAPH fields(%x: f32[2, 2]) {
      %table = TensorConstant() {sha256="1f8dc53a5274580a26813e8853275410e2787d3b83d288a40d4f1c45774ae136"} : f32[3, 2]
      %0 = TensorConstant() {sha256="4cbbd8ca5215b8d161aec181a74b694f4e24b001d5b081dc0030ed797a8973e0"} : i64[2]
      %1 = Gather(%x, %0) {axis=1} : f32[2, 2]
      %2 = TensorConstant() {sha256="1f8dc53a5274580a26813e8853275410e2787d3b83d288a40d4f1c45774ae136"} : f32[3, 1, 2]
      %3 = TensorConstant() {sha256="4cbbd8ca5215b8d161aec181a74b694f4e24b001d5b081dc0030ed797a8973e0"} : i64[2]
      %4 = Gather(%table, %3) {axis=0} : f32[2, 2]
      %5 = Mul(%2, %4) : f32[3, 2, 2]
      %6 = Add(%1, %5) : f32[3, 2, 2]
      return out=%6
    }
    */
    @GraphKernel
    public static Tensor fields(@TensorType("f32[2, 2]") Tensor x) {
        Tensor table = Tensor.of(TABLE, new long[] {3, 2});
        return add(gather(x, Tensor.of(ORDER, 2), 1), mul(Tensor.of(TABLE, 3, 1, 2), gather(table, Tensor.of(ORDER, 2), 0)));
    }

    /* GRAPH dtypes(%x: f16[2]) {
      %whole = TensorConstant() {sha256="34fb5c825de7ca4aea6e712f19d439c1da0c92c37b423936c5f618545ca4fa1f"} : i32[2]
      %small = TensorConstant() {sha256="fcc8d4cd5a42cca8ac9f9437a6d0ac09f1d0878504c4d7a3c6e56f338fb098c8"} : i8[2]
      %unsigned = TensorConstant() {sha256="4b3a43f592f577fcfcb5b0e1f42bec5182c9edc414e1f667528f56e7cf0be11d"} : u8[2]
      %mask = TensorConstant() {sha256="47dc540c94ceb704a23875c11273e16bb0b8a87aed84de911f2133568115f254"} : bool[2]
      %wide = TensorConstant() {sha256="45d2b662d9d490ae9b932759c910b26b9a874065de620f4ac0a3a23a65e40b8c"} : f64[1]
      %0 = TensorConstant() {sha256="fb360f7241a770dc32cade9a1d1273c92b13bd4959b1c130931312b7fe95e63f"} : f32[1]
      %half = Cast(%0) {dtype="f16"} : f16[1]
      %one = TensorConstant() {sha256="ee0a6628f97214b7ef5d15c54388ea478862369e517aa4ef4593aea18c3ff618"} : f32[]
      %1 = Cast(%small) {dtype="i32"} : i32[2]
      %2 = Mul(%whole, %1) : i32[2]
      %3 = Cast(%unsigned) {dtype="i32"} : i32[2]
      %4 = Add(%2, %3) : i32[2]
      %5 = Select(%mask, %4, 0:i32) : i32[2]
      %number = Cast(%5) {dtype="f64"} : f64[2]
      %6 = Add(%x, %half) : f16[2]
      %7 = Mul(%number, %wide) : f64[2]
      %8 = Cast(%one) {dtype="f64"} : f64[]
      %9 = Mul(%7, %8) : f64[2]
      %10 = Cast(%9) {dtype="f16"} : f16[2]
      %11 = Add(%6, %10) : f16[2]
      return out=%11
    }
    */
    @GraphKernel
    public static Tensor dtypes(@TensorType("f16[2]") Tensor x) {
        int[] steps = {1, 2};
        Tensor whole = Tensor.of(steps, 2);
        Tensor small = Tensor.of(new byte[] {1, (byte) 200}, 2);
        Tensor unsigned = Tensor.of(DType.U8, new byte[] {1, -1}, 2);
        Tensor mask = Tensor.of(new boolean[] {true, COUNT > 3}, 2);
        Tensor wide = Tensor.of(new double[] {0.1}, 1);
        Tensor half = Tensor.of(DType.F16, new float[] {0.1f}, 1);
        Tensor one = Tensor.of(new float[] {7});
        Tensor number = cast(select(mask, add(mul(whole, cast(small, DType.I32)), cast(unsigned, DType.I32)), 0), DType.F64);
        return add(add(x, half), cast(mul(mul(number, wide), cast(one, DType.F64)), DType.F16));
    }
}
