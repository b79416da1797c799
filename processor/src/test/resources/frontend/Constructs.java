package demo;

import static io.graphkernel.runtime.Ops.axes;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

public final class Constructs {

    private static final int LAYERS = 3;
    private static final boolean BIASED = LAYERS > 2;
    private static final float SCALE = 1f / LAYERS;

    public static final class Inner {
        /* GRAPH nested(%x: f32[x..]) {
          %0 = Mul(%x, 1.0) : f32[x..]
          %1 = Scalar() {expression="1 / ((1.0f) + (2L))"} : f32[]
          %2 = Mul(%0, %1) : f32[x..]
          return out=%2
        }
        */
        @GraphKernel
        public static Tensor nested(Tensor x) {
            return Other.scale(x, 1, 2L);
        }
    }

    /* GRAPH loop(%x: f32[x..]) {
      %layer = Mul(%x, 0.5) : f32[x..]
      %result = Add(%layer, 0.0) : f32[x..]
      %0 = Mul(%result, 1.5) : f32[x..]
      %1 = Add(%0, 1.0) : f32[x..]
      %2 = Mul(%1, 2.5) : f32[x..]
      %3 = Add(%2, 2.0) : f32[x..]
      return out=%3
    }
    */
    @GraphKernel
    public static Tensor loop(Tensor x) {
        var result = x;
        for (int i = 0, j = LAYERS; i < j; i++) {
            Tensor layer = mul(result, i + 0.5);
            result = BIASED ? Ops.add(layer, i) : layer;
        }
        return result;
    }

    /* GRAPH conditions(%x: f32[x..]) {
      %y = Mul(%x, 0.33333334) : f32[x..]
      %0 = Neg(%y) : f32[x..]
      return out=%0
    }
    */
    @GraphKernel
    public static Tensor conditions(Tensor x) {
        Tensor y;
        if (LAYERS == 3 && !(SCALE > 1)) {
            y = mul(x, SCALE);
        } else {
            y = Ops.add(x, 1);
        }
        ;
        if (LAYERS < 3 || false) {
            return x;
        }
        {
            return Ops.neg(y);
        }
    }

    /* GRAPH constants(%x: f32[x..]) {
      %y = Pow(%x, 38.414215) : f32[x..]
      %z = Mul(%y, 659.0) : f32[x..]
      %0 = Add(%z, -3141.5928) : f32[x..]
      return out=%0
    }
    */
    @GraphKernel
    public static Tensor constants(Tensor x) {
        int i = 7;
        i /= 2;
        i++;
        --i;
        i <<= 2;
        long l = Integer.MAX_VALUE + (long) i;
        char c = 'a';
        c += 1;
        byte b = (byte) 200;
        double d = Math.sqrt(2) + Math.max(i, 3) + c % 10 + (b >>> 28) + (5 & 6 | 8 ^ 3) + ~i;
        Tensor y = Ops.pow(x, d);
        Tensor z = mul(y, (float) (l % 1000));
        return Ops.add(z, Math.PI * -1f / 1e-3);
    }

    /* GRAPH runtimeScalars(%x: f32[x..], float f, double d, int n, long l) {
      %quotient = Scalar() {expression="((float) (((float) (n / 2)) * (java.lang.Math.sqrt(d - (f * 2)) - (-n)))) - 1"} : f32[]
      %a = Mul(%x, %quotient) : f32[x..]
      %0 = Scalar() {expression="((n > 0) && (d != 0.5)) ? f : 2.0f"} : f32[]
      %b = Mul(%a, %0) : f32[x..]
      %l = Scalar() {expression="(float) l"} : f32[]
      %1 = Greater(%b, %l) : bool[x..]
      %c = Select(%1, 1.0, %b) : f32[x..]
      %shifted = Scalar() {expression="(float) ((l << 3) | n)"} : f32[]
      %e = Mul(%c, %shifted) : f32[x..]
      %2 = Scalar() {expression="((int) d) + f"} : f32[]
      %3 = Add(%e, %2) : f32[x..]
      return out=%3
    }
    */
    @GraphKernel
    public static Tensor runtimeScalars(Tensor x, float f, double d, int n, long l) {
        float quotient = n / 2;
        double root = Math.sqrt(d - f * 2) - -n;
        quotient *= root;
        quotient--;
        long shifted = l << 3 | n;
        Tensor a = mul(x, quotient);
        Tensor b = mul(a, n > 0 && d != 0.5 ? f : 2);
        Tensor c = Ops.select(Ops.greater(b, l), 1.0, b);
        Tensor e = mul(c, shifted);
        return Ops.add(e, (int) d + f);
    }

    /* GRAPH attributes(%x: f32[a, 2, c], %mask: bool[a, 2, c]) {
      %sum = ReduceSum(%x) {axes=[-1], keep_dims=true} : f32[a, 2, 1]
      %max = ReduceMax(%x) {axes=[0 1], keep_dims=true} : f32[1, 1, c]
      %min = ReduceMin(%x) {axes=[1 2], keep_dims=true} : f32[a, 1, 1]
      %all = ReduceSum(%x) {axes=[], keep_dims=false} : f32[]
      %rows = ReduceProd(%x) {axes=[0], keep_dims=true} : f32[1, 2, c]
      %0 = IsNan(%x) : bool[a, 2, c]
      %1 = LogicalAnd(%mask, %0) : bool[a, 2, c]
      %2 = Cast(%mask) {dtype="f32"} : f32[a, 2, c]
      %3 = Mul(%2, %all) : f32[a, 2, c]
      %chosen = Select(%1, %x, %3) : f32[a, 2, c]
      %4 = Add(%sum, %max) : f32[a, 2, c]
      %5 = Add(%min, %rows) : f32[a, 2, c]
      %6 = Add(%4, %5) : f32[a, 2, c]
      %7 = Add(%6, %chosen) : f32[a, 2, c]
      return out=%7
    }
    */
    @GraphKernel
    public static Tensor attributes(@TensorType("f32[a, 2, c]") Tensor x, @TensorType("bool[a, 2, c]") Tensor mask) {
        final int last = -1;
        int[] both = {0, 1};
        Tensor sum = Ops.reduceSum(x, last, Ops.KEEP_DIMS);
        Tensor max = Ops.reduceMax(x, both, true);
        Tensor min = Ops.reduceMin(x, new int[] {1, 2}, true);
        Tensor all = Ops.reduceSum(x);
        Tensor rows = Ops.reduceProd(x, axes(0), true);
        Tensor chosen = Ops.select(Ops.logicalAnd(mask, Ops.isNan(x)), x, mul(cast(mask, DType.F32), all));
        return Ops.add(Ops.add(Ops.add(sum, max), Ops.add(min, rows)), chosen);
    }

    /* GRAPH updates(%w: f32[n], %g: f32[n]) {
      %old = Mul(%w, 2.0) : f32[n]
      %0 = Mul(%g, 0.1) : f32[n]
      %1 = Add(%w, %0) : f32[n]
      %2 = Assign(%w, %1) : f32[n]
      %3 = Add(%1, 1.0) : f32[n]
      %same = Assign(%w, %3) : f32[n]
      %zero = Mul(%g, 0.0) : f32[n]
      %4 = Add(%zero, 0.5) : f32[n]
      %5 = Assign(%g, %4) : f32[n]
      %6 = Add(%3, %old) : f32[n]
      %7 = Add(%3, %4) : f32[n]
      %8 = Add(%6, %7) : f32[n]
      return out=%8
    }
    */
    @GraphKernel
    public static Tensor updates(@TensorType("f32[n]") Tensor w, @TensorType("f32[n]") Tensor g) {
        Tensor old = mul(w, 2);
        Ops.assign(w, Ops.add(w, mul(g, 0.1)));
        Tensor same = Ops.assign(w, Ops.add(w, 1));
        Other.reset(g, 0.5f);
        return Ops.add(Ops.add(same, old), Ops.add(w, g));
    }

    /* GRAPH fill(%w: f32[n, d], %row: f32[d]) {
      %0 = BroadcastLike(%row, %w) : f32[n, d]
      %1 = Assign(%w, %0) : f32[n, d]
      %2 = ReduceSum(%0) {axes=[0], keep_dims=false} : f32[d]
      return out=%2
    }
    */
    @GraphKernel
    public static Tensor fill(@TensorType("f32[n, d]") Tensor w, @TensorType("f32[d]") Tensor row) {
        Ops.assign(w, row);
        return Ops.reduceSum(w, 0);
    }

    /* GRAPH returnsParameter(%w: f32[n]) {
      %0 = Mul(%w, %w) : f32[n]
      %1 = Assign(%w, %0) : f32[n]
      return out=%0
    }
    */
    @GraphKernel
    public static Tensor returnsParameter(@TensorType("f32[n]") Tensor w) {
        Tensor alias = w;
        Ops.assign(alias, mul(w, w));
        return alias;
    }
}

final class Other {

    /* GRAPH scale(%x: f32[x..], float by, long and) {
      %by = Scalar() {expression="by"} : f32[]
      %0 = Mul(%x, %by) : f32[x..]
      %1 = Scalar() {expression="1 / (by + and)"} : f32[]
      %2 = Mul(%0, %1) : f32[x..]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor scale(Tensor x, float by, long and) {
        return mul(mul(x, by), 1 / (by + and));
    }

    /* GRAPH reset(%x: f32[k], float to) {
      %zero = Mul(%x, 0.0) : f32[k]
      %to = Scalar() {expression="to"} : f32[]
      %0 = Add(%zero, %to) : f32[k]
      %1 = Assign(%x, %0) : f32[k]
      return 
    }
    */
    @GraphKernel
    static void reset(@TensorType("f32[k]") Tensor x, float to) {
        Tensor zero = mul(x, 0);
        Ops.assign(x, Ops.add(zero, to));
    }

    /* GRAPH number(%x: f32[], int n) {
      %by = Scalar() {expression="(float) (n / 2)"} : f32[]
      %0 = Mul(%x, %by) : f32[]
      %1 = Scalar() {expression="1 / (((float) (n / 2)) + ((long) n))"} : f32[]
      %2 = Mul(%0, %1) : f32[]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor number(@TensorType("f32[]") Tensor x, int n) {
        return scale(x, n / 2, n);
    }
}
