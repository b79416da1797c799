import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor chosen(@TensorType("f32[n]") Tensor x) {
        if (x.get(0) > 0) return mul(x, 0);
        if (x.get(1) > 0) return mul(x, 1);
        if (x.get(2) > 0) return mul(x, 2);
        if (x.get(3) > 0) return mul(x, 3);
        if (x.get(4) > 0) return mul(x, 4);
        if (x.get(5) > 0) return mul(x, 5);
        if (x.get(6) > 0) return mul(x, 6);
        if (x.get(7) > 0) return mul(x, 7);
        if (x.get(8) > 0) return mul(x, 8);
        if (x.get(9) > 0) return mul(x, 9);
        if (x.get(10) > 0) return mul(x, 10);
        if (x.get(11) > 0) return mul(x, 11);
        if (x.get(12) > 0) return mul(x, 12);
        if (x.get(13) > 0) return mul(x, 13);
        if (x.get(14) > 0) return mul(x, 14);
        if (x.get(15) > 0) return mul(x, 15);
        if (x.get(16) > 0) return mul(x, 16);
        if (x.get(17) > 0) return mul(x, 17);
        if (x.get(18) > 0) return mul(x, 18);
        if (x.get(19) > 0) return mul(x, 19);
        if (x.get(20) > 0) return mul(x, 20);
        if (x.get(21) > 0) return mul(x, 21);
        if (x.get(22) > 0) return mul(x, 22);
        if (x.get(23) > 0) return mul(x, 23);
        if (x.get(24) > 0) return mul(x, 24);
        if (x.get(25) > 0) return mul(x, 25);
        if (x.get(26) > 0) return mul(x, 26);
        if (x.get(27) > 0) return mul(x, 27);
        if (x.get(28) > 0) return mul(x, 28);
        if (x.get(29) > 0) return mul(x, 29);
        if (x.get(30) > 0) return mul(x, 30);
        if (x.get(31) > 0) return mul(x, 31);
        if (x.get(32) > 0) return mul(x, 32);
        if (x.get(33) > 0) return mul(x, 33);
        if (x.get(34) > 0) return mul(x, 34);
        if (x.get(35) > 0) return mul(x, 35);
        if (x.get(36) > 0) return mul(x, 36);
        if (x.get(37) > 0) return mul(x, 37);
        if (x.get(38) > 0) return mul(x, 38);
        if (x.get(39) > 0) return mul(x, 39);
        if (x.get(40) > 0) return mul(x, 40);
        if (x.get(41) > 0) return mul(x, 41);
        if (x.get(42) > 0) return mul(x, 42);
        if (x.get(43) > 0) return mul(x, 43);
        if (x.get(44) > 0) return mul(x, 44);
        if (x.get(45) > 0) return mul(x, 45);
        if (x.get(46) > 0) return mul(x, 46);
        if (x.get(47) > 0) return mul(x, 47);
        if (x.get(48) > 0) return mul(x, 48);
        if (x.get(49) > 0) return mul(x, 49);
        if (x.get(50) > 0) return mul(x, 50);
        if (x.get(51) > 0) return mul(x, 51);
        if (x.get(52) > 0) return mul(x, 52);
        if (x.get(53) > 0) return mul(x, 53);
        if (x.get(54) > 0) return mul(x, 54);
        if (x.get(55) > 0) return mul(x, 55);
        if (x.get(56) > 0) return mul(x, 56);
        if (x.get(57) > 0) return mul(x, 57);
        if (x.get(58) > 0) return mul(x, 58);
        if (x.get(59) > 0) return mul(x, 59);
        if (x.get(60) > 0) return mul(x, 60);
        if (x.get(61) > 0) return mul(x, 61);
        if (x.get(62) > 0) return mul(x, 62);
        if (x.get(63) > 0) return mul(x, 63);
        if (x.get(64) > 0) return mul(x, 64);
//      ^ GK-1134
        if (x.get(65) > 0) return mul(x, 65);
        return x;
    }
}
// says it is inside 64 other branches and loops
