# LemonLDAP::NG's portal, and nothing else of it: LLNG_DEFAULTCONFFILE names its settings.
use strict;
use warnings;
use Lemonldap::NG::Portal::Main;

Lemonldap::NG::Portal::Main->run( {} );
