package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.sqrt;

/** One step of an optimizer, for one element of each operand. */
public final class Optimizers {

    private Optimizers() {}

    private static Scalar oneMinus(Scalar x) {
        return x.number(1).minus(x);
    }

    /** x + share · (y - x). */
    private static Scalar towards(Scalar x, Scalar y, Scalar share) {
        return x.plus(share.times(y.minus(x)));
    }

    /**
     * Adam.
     *
     * @param x var, m, v, power of beta1, power of beta2, learning rate, beta1, beta2, epsilon, gradient
     * @return var, m, v
     */
    public static Scalar[] adam(boolean nesterov, Scalar... x) {
        Scalar gradient = x[9];
        Scalar m = towards(x[1], gradient, oneMinus(x[6]));
        Scalar v = towards(x[2], gradient.squared(), oneMinus(x[7]));
        Scalar rate = x[5].times(sqrt(oneMinus(x[4]))).over(oneMinus(x[3]));
        Scalar direction = nesterov ? x[6].times(m).plus(oneMinus(x[6]).times(gradient)) : m;
        Scalar var = x[0].minus(rate.times(direction).over(x[8].plus(sqrt(v))));
        return new Scalar[] {var, m, v};
    }

    /**
     * AdamApplyOneWithDecay.
     *
     * @param x gradient, v, m, var, learning rate, beta1, 1 - beta1, beta2, 1 - beta2, decay, epsilon
     * @return v, m, var
     */
    public static Scalar[] adamApplyOneWithDecay(Scalar... x) {
        Scalar gradient = x[0];
        Scalar v = x[7].times(x[1]).plus(x[8].times(gradient.squared()));
        Scalar m = x[5].times(x[2]).plus(x[6].times(gradient));
        Scalar step = m.over(sqrt(v).plus(x[10])).plus(x[9].times(x[3]));
        return new Scalar[] {v, m, x[3].minus(x[4].times(step))};
    }

    /**
     * AdamWeightDecay.
     *
     * @param x var, m, v, learning rate, beta1, beta2, epsilon, decay, gradient
     * @return var, m, v
     */
    public static Scalar[] adamWeightDecay(Scalar... x) {
        Scalar gradient = x[8];
        Scalar m = x[4].times(x[1]).plus(oneMinus(x[4]).times(gradient));
        Scalar v = x[5].times(x[2]).plus(oneMinus(x[5]).times(gradient.squared()));
        Scalar step = m.over(sqrt(v).plus(x[6])).plus(x[7].times(x[0]));
        return new Scalar[] {x[0].minus(x[3].times(step)), m, v};
    }

    /**
     * LambApplyOptimizerAssign.
     *
     * @param x gradient, v, m, parameter, beta1, 1 - beta1, beta2, 1 - beta2, epsilon, steps, whether to decay, decay
     * @return update, v, m
     */
    public static Scalar[] lambUpdate(Scalar... x) {
        Scalar gradient = x[0];
        Scalar v = x[6].times(x[1]).plus(x[7].times(gradient.squared()));
        Scalar m = x[4].times(x[2]).plus(x[5].times(gradient));
        Scalar mean = m.over(oneMinus(power(x[4], x[9])));
        Scalar square = v.over(oneMinus(power(x[6], x[9])));
        Scalar update =
                mean.over(sqrt(square).plus(x[8])).plus(x[3].times(x[11]).times(x[10]));
        return new Scalar[] {update, v, m};
    }

    /** e^(steps · ln beta), or a power: the logarithm's error is magnified by the steps. */
    private static Scalar power(Scalar beta, Scalar steps) {
        return Elementwise.exp(steps.times(Elementwise.log(beta)));
    }

    /**
     * LambApplyWeightAssign.
     *
     * @param x norm of the weights, norm of the gradient, learning rate, update, parameter
     */
    public static Scalar lambWeight(Scalar... x) {
        boolean both = x[0].number(0).isLess(x[0]) && x[1].number(0).isLess(x[1]);
        Scalar ratio = both ? x[0].over(x[1]) : x[0].number(1);
        return x[4].minus(x[2].times(ratio).times(x[3]));
    }

    /**
     * ApplyMomentum.
     *
     * @param x weight, accumulation, learning rate, gradient, momentum
     * @return weight, accumulation
     */
    public static Scalar[] momentum(boolean nesterov, Scalar... x) {
        Scalar accumulation = x[1].times(x[4]).plus(x[3]);
        return descended(x[0], x[2], x[3], accumulation, x[4], nesterov);
    }

    /**
     * SGD.
     *
     * @param x weight, gradient, learning rate, accumulation, momentum, dampening, decay
     * @return weight, accumulation
     */
    public static Scalar[] sgd(boolean nesterov, Scalar... x) {
        Scalar gradient = x[1].plus(x[6].times(x[0]));
        Scalar accumulation = x[4].times(x[3]).plus(oneMinus(x[5]).times(gradient));
        return descended(x[0], x[2], gradient, accumulation, x[4], nesterov);
    }

    private static Scalar[] descended(
            Scalar weight, Scalar rate, Scalar gradient, Scalar accumulation, Scalar momentum, boolean nesterov) {
        Scalar direction = nesterov ? gradient.plus(momentum.times(accumulation)) : accumulation;
        return new Scalar[] {weight.minus(rate.times(direction)), accumulation};
    }

    /**
     * ApplyRMSProp.
     *
     * @param x var, mean square, moment, learning rate, gradient, rho, momentum, epsilon
     * @return var, mean square, moment
     */
    public static Scalar[] rmsProp(Scalar... x) {
        Scalar square = x[5].times(x[1]).plus(oneMinus(x[5]).times(x[4].squared()));
        Scalar step = x[3].times(x[4]).over(sqrt(square.plus(x[7])));
        Scalar moment = x[6].times(x[2]).plus(step);
        return new Scalar[] {x[0].minus(moment), square, moment};
    }

    /**
     * ApplyAdagradV2.
     *
     * @param x var, accumulation, learning rate, gradient, epsilon
     * @return var, accumulation
     */
    public static Scalar[] adagrad(Scalar... x) {
        Scalar accumulation = x[1].plus(x[3].squared());
        Scalar step = x[2].times(x[3]).over(sqrt(accumulation).plus(x[4]));
        return new Scalar[] {x[0].minus(step), accumulation};
    }
}
