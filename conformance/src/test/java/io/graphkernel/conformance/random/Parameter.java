package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A parameter of a kernel method.
 *
 * @param value its variable
 * @param primitive class of a number, for example {@code float}; null for a tensor
 * @param content its elements in a call
 */
record Parameter(Value value, Class<?> primitive, Function<Binding, NdArray> content) {

    /** A tensor. */
    Parameter(Value value, Function<Binding, NdArray> content) {
        this(value, null, content);
    }

    boolean isNumber() {
        return primitive != null;
    }

    /** A number's value as an argument. */
    Object number(Binding binding) {
        double number = content.apply(binding).at().asDouble();
        return primitive == float.class
                ? (Object) (float) number
                : primitive == double.class
                        ? (Object) number
                        : primitive == int.class ? (Object) (int) number : (long) number;
    }

    /** A parameter whose elements are drawn independently, the same in every process. */
    static Parameter sampled(Value value, long seed, Function<SplittableRandom, Scalar> sampler) {
        return new Parameter(value, binding -> {
            int[] sizes = binding.sizes(value.dims());
            SplittableRandom random = new SplittableRandom(seed + Arrays.hashCode(sizes));
            return NdArray.generate(
                    value.dtype(), sizes, position -> Samplers.stored(value.dtype(), sampler.apply(random)));
        });
    }
}
