package records;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Changes of the lists, arrays and numbers of records. */
public final class RecordChanges {

    record Parts(List<Tensor> tensors) {}

    record Rows(Tensor[] tensors) {}

    record Scored(Tensor h, int n, float norm) {}

    // The list of a record gets the elements that are added later.
    @GraphKernel
    static Tensor added(@TensorType("f32[c]") Tensor x) {
        List<Tensor> list = new ArrayList<>();
        Tensor h = x;
        for (int i = 0; i < 70; i++) {
            h = add(mul(h, 0.75f), 0.125f);
            list.add(h);
        }
        Parts parts = new Parts(list);
        list.add(x);
        parts.tensors().add(sin(x));
        parts.tensors().set(0, cos(x));
        Tensor last = parts.tensors().get(parts.tensors().size() - 2);
        return add(mul(last, list.get(0)), mul(list.get(list.size() - 1), list.get(3)));
    }

    // The array of a record has the elements of a later loop.
    @GraphKernel
    static Tensor filled(@TensorType("f32[c]") Tensor x) {
        Tensor[] array = new Tensor[70];
        for (int i = 0; i < array.length; i++) {
            array[i] = mul(x, i);
        }
        Rows rows = new Rows(array);
        for (int i = 0; i < array.length; i++) {
            array[i] = sin(mul(x, i));
        }
        Tensor[] few = new Tensor[3];
        Arrays.fill(few, x);
        Rows same = new Rows(few);
        Arrays.fill(few, cos(x));
        return add(mul(rows.tensors()[5], same.tensors()[1]), array[69]);
    }

    // Branches with several ops: a number of one record becomes that of another.
    @GraphKernel
    static Tensor branches(@TensorType("f32[c, c]") Tensor x, float limit) {
        Scored a = new Scored(x, 1, 0.5f);
        Scored b = new Scored(x, 2, 0.25f);
        if (reduceSum(x).get() > limit) {
            a = new Scored(matMul(x, x), b.n(), b.norm());
            b = new Scored(matMul(x, a.h()), b.n() + 1, 4);
        }
        return add(mul(a.h(), a.n() + a.norm()), mul(b.h(), b.n() * b.norm()));
    }

    // Records that the branches assign first: a constant in one is computed in the other.
    @GraphKernel
    static Tensor assigned(@TensorType("f32[c, c]") Tensor x, float limit) {
        Scored c;
        if (reduceSum(x).get() > limit) {
            c = new Scored(matMul(x, x), 3, reduceMax(x).get());
        } else {
            c = new Scored(matMul(x, sin(x)), (int) reduceMax(x).get() + 5, 2);
        }
        Scored d = chosen(c, x, limit);
        return add(mul(c.h(), c.n() + c.norm()), mul(d.h(), d.n() * d.norm()));
    }

    static Scored chosen(Scored before, Tensor x, float limit) {
        Scored s = new Scored(x, 1, 1);
        if (reduceMax(x).get() > limit) {
            s = new Scored(matMul(x, before.h()), 2, before.norm());
            return new Scored(matMul(x, s.h()), s.n(), 7);
        }
        return new Scored(matMul(x, cos(x)), before.n(), 11);
    }

    // A number of a record is a position while its loop is unrolled.
    @GraphKernel
    static Tensor positions(@TensorType("f32[80]") Tensor w) {
        Scored s = new Scored(narrow(w, 0, 79, 1), 0, 1);
        for (int i = 0; i < 70; i++) {
            s = new Scored(add(mul(s.h(), 0.5f), narrow(w, 0, s.n(), 1)), s.n() + 1, 1);
        }
        return mul(s.h(), s.n());
    }

    // An element is added before the loop over the elements ends.
    @GraphKernel
    static Tensor once(@TensorType("f32[c]") Tensor x) {
        List<Tensor> list = new ArrayList<>(List.of(x, sin(x)));
        for (Tensor tensor : list) {
            if (list.size() < 3) {
                list.add(cos(tensor));
                break;
            }
        }
        return add(list.get(2), list.get(0));
    }

    // The number of an element ends the loop over a list that an unrolled loop has filled.
    @GraphKernel
    static Tensor ended(@TensorType("f32[c]") Tensor x, float limit) {
        List<Scored> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Tensor h = mul(x, i);
            list.add(new Scored(h, i, reduceSum(square(h)).get()));
        }
        Tensor sum = x;
        for (Scored element : list) {
            if (element.norm() > limit) {
                break;
            }
            sum = add(sum, mul(element.h(), element.n() + 1));
        }
        for (Scored element : list) {
            if (element.n() > 2) {
                break;
            }
            sum = add(sum, narrow(concat(0, x, x), 0, element.n(), x.dimension(0)));
        }
        return sum;
    }
}
